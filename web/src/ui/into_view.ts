/** Attachment: scroll an element into view, no further than needed. */
export function intoView(element: HTMLElement): void {
  element.scrollIntoView({ block: 'nearest' });
}
