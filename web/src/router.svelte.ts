/** Which page is shown: paths behind the base, without one for each table in the browser's memory. */
export interface Route {
  /** Parts of the path behind the base: ['table', 'QOi5onSZ3fgn7XKZ']. */
  path: string[];
  query: URLSearchParams;
  /** Behind the #, such as the key of an invitation: it is sent to no server. */
  hash: string;
}

const base = new URL(document.baseURI).pathname;

/** A part of a path; one that nobody could have written stands for itself. */
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

const current = $state({ route: read() });

export function route(): Route {
  return current.route;
}

/** The address of a page of ours: href('table/abc'). */
export function href(path: string): string {
  return base + path.replace(/^\//, '');
}

/** The same with the host, to share. */
export function address(path: string): string {
  return new URL(href(path), location.origin).href;
}

export function go(path: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', href(path));
  arrive();
  if (!replace) {
    scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }
}

function arrive(): void {
  current.route = read();
}

/** Listens to the browser's buttons and to clicks on links to pages of ours; once, from App. */
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
