/**
 * The service worker: keeps the page, the rules, the lessons and the last replays for times without
 * a network. What the network answers always comes first; only files named by their content are
 * taken from here. Nothing about a running game is ever kept.
 */
/* global BUILD */
const { version, files } = BUILD; // filled in by tools/worker.mjs
const scope = new URL('./', self.location.href);
const PREFIX = `baumeister ${scope.pathname} `; // several services may share an origin
const FILES = `${PREFIX}files ${version}`;
const GAMES = `${PREFIX}games`;
const REPLAYS = `${PREFIX}replays`;
const LESSONS = `${PREFIX}lessons`;
/** How many answers are kept; the oldest go first. A replay has two: the record and its positions. */
const MOST = { [GAMES]: 16, [REPLAYS]: 40, [LESSONS]: 400 };
const PATIENCE = 5000;
const SERVICE = /^(api|health|metrics)(\/|$)/;

self.addEventListener('install', (event) => {
  // Not `skipWaiting`: pages of the old version may still need its files.
  event.waitUntil(
    caches
      .open(FILES)
      .then((cache) =>
        cache.addAll(files.map((name) => new Request(new URL(name, scope), { cache: 'no-cache' }))),
      ),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith(`${PREFIX}files `) && name !== FILES) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

/** Pages name what they have fetched before there was a worker, while it installs. */
self.addEventListener('message', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(GAMES);
      for (const url of event.data.keep ?? [])
        if (!(await cache.match(url))) await fresh(new Request(url), GAMES, url).catch(() => {});
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  const get = request.method === 'GET';
  if (request.mode === 'navigate') {
    if (!SERVICE.test(path)) event.respondWith(page(request));
  } else if (get && (path.startsWith('assets/') || files.includes(path))) {
    event.respondWith(file(request));
  } else if (get && /^api\/games(\/[^/]+\/guide)?$/.test(path)) {
    event.respondWith(fresh(request, GAMES, request.url));
  } else if (get && /^api\/tables\/[^/]+\/record$/.test(path)) {
    event.respondWith(fresh(request, REPLAYS, request.url, isOver));
  } else if (!get && path === 'api/replay') {
    event.respondWith(calculated(request, REPLAYS));
  } else if (!get && path === 'api/practice') {
    event.respondWith(calculated(request, LESSONS));
  } else if (!get && path === 'api/logout') {
    event.waitUntil(caches.delete(REPLAYS)); // the next person here did not play them
  }
});

/** The page is the same at every address. */
async function page(request) {
  const stored = () => caches.match(scope.href, { cacheName: FILES, ignoreVary: true });
  const network = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(stored);
  try {
    return (await Promise.race([network, late])) ?? (await network);
  } catch (error) {
    const kept = await stored();
    if (kept) return kept;
    throw error;
  }
}

/** A file whose name changes with its content, or an icon of this version. */
async function file(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok && new URL(request.url).pathname.includes('/assets/'))
    await cache.put(request, found.clone());
  return found;
}

/** The answer of the network, which is kept; without a network the one kept last. */
async function fresh(request, name, key, worthKeeping = () => true) {
  const cache = await caches.open(name);
  let found;
  try {
    found = await fetch(request);
  } catch (error) {
    const kept = await cache.match(key, { ignoreVary: true });
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set('X-Kept', 'yes'); // tells the page that there is no network
    return new Response(kept.body, { status: kept.status, headers });
  }
  if (found.ok && (await worthKeeping(found.clone()))) {
    await cache.delete(key, { ignoreVary: true }); // so that it is the newest
    await cache.put(key, found.clone());
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - MOST[name]))) await cache.delete(old);
  }
  return found;
}

/** An answer that follows from the body of the request alone. */
async function calculated(request, name) {
  const body = new TextEncoder().encode(await request.clone().text());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return fresh(request, name, `${request.url}?body=${hex}`);
}

async function isOver(record) {
  return Boolean((await record.json()).result);
}
