import type { GameSetup } from '../types';
import { edition } from './info';
import ColourPicker from './setup/ColourPicker.svelte';
import { pictures } from './setup/pictures';
import SidePicker from './setup/SidePicker.svelte';

export const setup: GameSetup = {
  pictures,
  controls: { sides: SidePicker, colours: ColourPicker },
  swatches: (option, value) => (option === 'edition' && edition(String(value))?.colours) || [],
};
