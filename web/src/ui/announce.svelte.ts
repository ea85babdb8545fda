/** What a screen reader is told without being asked. */
const said = $state({ text: '', count: 0 });

export function announce(text: string): void {
  said.text = text;
  said.count += 1;
}

export function announcement(): { text: string; count: number } {
  return said;
}
