/** Client-side routing below the base path. */
export interface Route {
  /** Segments of the path below the base: ['table', 'QOi5onSZ3fgn7XKZ']. */
  path: string[];
  query: URLSearchParams;
  /** The part after the #, such as the key of an invitation: never sent to a server. */
  hash: string;
}

const base = new URL(document.baseURI).pathname;

/** Decode a segment; malformed ones are returned as they are. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function read(): Route {
  const here = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : '';
  return {
    path: here.split('/').filter(Boolean).map(decoded),
    query: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
  };
}

const current = $state({ route: read(), origin: location.origin });

export function route(): Route {
  return current.route;
}

/** The path of a page: href('table/abc'). */
export function href(path: string): string {
  return base + path.replace(/^\//, '');
}

/** The absolute URL of a page, to share. */
export function address(path: string): string {
  return new URL(href(path), current.origin).href;
}

/** Share links to this origin: other devices may reach the service at another address than we do. */
export function shareAt(origin: string): void {
  current.origin = origin;
}

export function go(path: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', href(path));
  arrive();
  if (!replace) {
    scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }
}

/** Whether no control has the focus: `go` leaves it on the page as a whole. */
export function unfocused(): boolean {
  const focused = document.activeElement;
  return !focused || focused === document.body || focused.id === 'content';
}

function arrive(): void {
  current.route = read();
}

/** Handle back, forward and clicks on internal links; called once, by App. */
export function followLinks(): () => void {
  const click = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a');
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || event.defaultPrevented || event.button || modified) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const inside = link.pathname.startsWith(base) && !link.pathname.startsWith(`${base}api/`);
    if (!inside) return;
    event.preventDefault();
    go(link.pathname.slice(base.length) + link.search + link.hash);
  };
  document.addEventListener('click', click);
  addEventListener('popstate', arrive);
  return () => {
    document.removeEventListener('click', click);
    removeEventListener('popstate', arrive);
  };
}
