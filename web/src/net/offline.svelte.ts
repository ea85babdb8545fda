/** Without a network: the service worker that keeps pages, and the page as an app. */
import { language } from '../i18n/index.svelte';
import { href } from '../router.svelte';
import { loadGames } from './games.svelte';
import { answered } from './online.svelte';

addEventListener('online', () => answered(true));
addEventListener('offline', () => answered(false));

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

const installing = $state({ prompt: null as InstallPrompt | null });

/** Null unless the browser offers to install the page as an app. */
export function installPrompt(): (() => void) | null {
  const { prompt } = installing;
  return prompt && (() => (void prompt.prompt(), (installing.prompt = null)));
}

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault(); // ours is on the page “You”
  installing.prompt = event as InstallPrompt;
});

/** Browsers have service workers over https and at localhost only. */
export const canKeep = 'serviceWorker' in navigator;

/** Keep the page for times without a network, once the browser has nothing else to do. */
export function keepPage(): void {
  if (!canKeep || !import.meta.env.PROD) return;
  const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
  idle(() => void register().catch(() => {})); // not allowed here: everything works but this
}

async function register(): Promise<void> {
  const { installing, waiting, active } = await navigator.serviceWorker.register(href('sw.js'));
  // Fetched before there was a worker, or not fetched yet: the games, and their illustrated rules.
  const spoken = `?language=${language()}`;
  const guided = (await loadGames()).filter((game) => game.guide);
  const guides = guided.map((game) => `api/games/${game.id}/guide${spoken}`);
  const keep = [`api/games${spoken}`, ...guides];
  const worker = installing ?? waiting ?? active; // while it installs, before the page can be left
  worker?.postMessage({ keep: keep.map((path) => new URL(href(path), location.origin).href) });
}
