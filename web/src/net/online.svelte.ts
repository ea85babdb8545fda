/** Whether the service can be reached. */
const current = $state({ offline: false });

export function isOffline(): boolean {
  return current.offline;
}

/** Called for every request: whether the service answered it. Browsers know only of the cable. */
export function answered(by: boolean): void {
  current.offline = !by;
}
