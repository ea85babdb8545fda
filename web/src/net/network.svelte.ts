/** Whether other devices can open the links that we share, and at which address. */
import type { Network } from '../protocol';
import { shareAt } from '../router.svelte';
import { get, post } from './api';

/** null: the operator of the service decides; undefined: not loaded yet. */
const current = $state({ network: undefined as Network | null | undefined });

export function network(): Network | null | undefined {
  return current.network;
}

/** Whether this page was opened at an address that exists on every machine. */
export const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

function know(found: Network | null): void {
  current.network = found;
  shareAt(found?.address ? new URL(found.address).origin : location.origin);
}

/** Ask the service, if this page was opened on its machine; called once, by App. */
export async function loadNetwork(): Promise<void> {
  if (isLoopback) know(await get<Network | null>('api/network').catch(() => null));
}

/** Let other devices in the network join, or only this computer. */
export async function chooseNetwork(on: boolean): Promise<void> {
  know(await post<Network>('api/network', { on }));
}
