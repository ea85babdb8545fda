/** Attachment: scroll an element into view, no further than needed. */
export function intoView(element: HTMLElement): void {
  element.scrollIntoView({ block: 'nearest' });
}

/** Scroll a list to an item that is out of view; the page stays where it is. */
export function scrollList(list: HTMLElement, item: HTMLElement): void {
  const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 2;
}
