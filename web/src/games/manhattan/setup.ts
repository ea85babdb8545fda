import type { GameSetup } from '../types';
import ColourPicker from './setup/ColourPicker.svelte';
import { pictures } from './setup/pictures';
import SidePicker from './setup/SidePicker.svelte';

export const setup: GameSetup = {
  pictures,
  controls: { sides: SidePicker, colours: ColourPicker },
  swatches: (option, value, info) =>
    (option === 'edition' && info.editions.find(({ id }) => id === value)?.colours) || [],
};
