/** The page's own colours (style/tokens.css), for what CSS cannot paint. */
import { Color } from 'three';
import { COLOURS, type Colour } from '../../../ui/colours';

export interface Paint {
  fill: string;
  on: string;
}

export interface Palette {
  night: boolean;
  desk: string;
  sheet: string;
  slab: string;
  line: string;
  ink: string;
  accent: string;
  /** Behind windows at night. */
  lamp: string;
  /** The monster's. */
  skin: string;
  blocks: Record<Colour, Paint>;
}

export function mix(one: string, other: string, part: number): string {
  return `#${new Color(one).lerp(new Color(other), part).getHexString()}`;
}

/** The current colours of the page, light or dark. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const night = style.colorScheme === 'dark';
  const blue = mix(token('sheet'), token('focus'), 0.16);
  return {
    night,
    desk: token('desk'),
    sheet: night ? mix(token('sheet'), token('focus'), 0.07) : token('paper'),
    slab: night ? blue : token('sheet'),
    line: night ? mix(token('focus'), token('sheet'), 0.45) : token('line-strong'),
    ink: night ? token('focus') : token('ink'),
    accent: token('accent'),
    lamp: mix(token('warn'), token('ink'), night ? 0.12 : 0),
    skin: mix(token('go'), token('water'), 0.45),
    blocks: Object.fromEntries(
      COLOURS.map((colour) => [colour, { fill: token(colour), on: token(`on-${colour}`) }]),
    ) as Record<Colour, Paint>,
  };
}

/** Call back whenever the theme changes; returns a function that stops it. */
export function followTheme(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}
