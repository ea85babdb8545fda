/** What a screen reader is told without being asked. */
import { untrack } from 'svelte';

const said = $state({ text: '', count: 0 });

export function announce(text: string): void {
  said.text = text;
  said.count = untrack(() => said.count) + 1; // an effect that says something is not its own cause
}

export function announcement(): { text: string; count: number } {
  return said;
}
