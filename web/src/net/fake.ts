/** A fake service for tests: its sockets send what a test tells them to. */
import { vi } from 'vitest';

export class FakeSocket {
  static all: FakeSocket[] = [];
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: string }) => void;

  constructor(readonly url: URL) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The latest request of this type. */
  asked(type: string): Record<string, unknown> | undefined {
    return this.sent.findLast((each) => each.type === type);
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
}

/** The parts of a browser that the connection needs, and the events it listens to. */
export function fakeBrowser(): Record<string, () => void> {
  const events: Record<string, () => void> = {};
  const listen = (name: string, listener: () => void) => (events[name] = listener);
  FakeSocket.all = [];
  vi.stubGlobal('addEventListener', listen);
  vi.stubGlobal('document', {
    addEventListener: listen,
    baseURI: 'http://here/base/',
    visibilityState: 'visible',
  });
  vi.stubGlobal('WebSocket', FakeSocket);
  return events;
}
