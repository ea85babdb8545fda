/** One WebSocket for all tables; it reconnects by itself and resumes. */
import { language } from '../i18n/index.svelte';
import type {
  AnyMessage,
  AnyRequest,
  Done,
  Job,
  Pong,
  Previewed,
  TableMessage,
  Turn,
} from '../protocol';
import { OFFLINE, Refused } from './api';

type Answer = Done | Previewed | Job | Pong;
type Asked = AnyRequest extends infer R ? (R extends AnyRequest ? Omit<R, 'id'> : never) : never;

interface Waiting {
  request: AnyRequest;
  /** Whether it may be sent again on a new connection: it is idempotent. */
  again: boolean;
  progress?: (done: number) => void;
  resolve: (answer: Answer) => void;
  reject: (error: Refused) => void;
}

/** Follows a table: says where to resume, and handles its messages. */
export interface Follower {
  table: string;
  resume(): { invite: string | null; story: number; chat: number };
  receive(message: TableMessage): void;
  refused(problem: Refused): void;
  /** The user has changed: drop everything, since the new one may see more or less. */
  forget(): void;
}

const PATIENCE = [300, 600, 1200, 2000, 2000, 2000, 3000, 5000, 10_000];
const PING = 20_000;
const PONG = 6_000;
const OPENING = 10_000;

class Connection {
  state: 'closed' | 'connecting' | 'open' | 'lost' = $state('closed');
  /** How far the service's clock is ahead of ours, in milliseconds. */
  offset = $state(0);
  onTurn: (turn: Turn) => void = () => {};

  #socket: WebSocket | null = null;
  #next = 1;
  #tries = 0;
  #waiting = new Map<number, Waiting>();
  #followers = new Map<string, Follower>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;

  constructor() {
    addEventListener('online', () => this.#awake());
    addEventListener('offline', () => this.#awake());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#awake();
    });
  }

  follow(follower: Follower): () => void {
    this.#followers.set(follower.table, follower);
    if (this.state === 'open') this.#watch(follower);
    else this.#connect();
    return () => {
      if (this.#followers.get(follower.table) !== follower) return;
      this.#followers.delete(follower.table);
      if (this.state === 'open')
        void this.ask({ type: 'unwatch', table: follower.table }).catch(() => {});
    };
  }

  ask<T extends Answer>(request: Asked, progress?: (done: number) => void): Promise<T> {
    const again = request.type === 'preview' || (request.type === 'do' && 'key' in request.command);
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = {
        request: { ...request, id: this.#next++ } as AnyRequest,
        again,
        progress,
        resolve: resolve as (answer: Answer) => void,
        reject,
      };
      if (this.state !== 'open' && !again && this.state !== 'connecting')
        return reject(new Refused(OFFLINE));
      this.#waiting.set(waiting.request.id, waiting);
      if (this.state === 'open') this.#send(waiting.request);
      else this.#connect();
    });
  }

  /** Reconnect: the language or the user has changed. */
  renew({ somebodyElse = false } = {}): void {
    if (somebodyElse) for (const follower of this.#followers.values()) follower.forget();
    if (this.state === 'closed') return;
    this.#drop();
    this.#connect();
  }

  #connect(): void {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    if (this.state !== 'lost') this.state = 'connecting';
    const url = new URL(`api/socket?language=${language()}`, document.baseURI);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#socket = socket;
    const lost = () => {
      if (this.#socket === socket) this.#lost();
    };
    // A network that drops packets silently would keep us waiting for minutes.
    const opening = setTimeout(lost, OPENING);
    socket.onopen = () => {
      clearTimeout(opening);
      if (this.#socket === socket) this.#opened();
    };
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#heard(JSON.parse(event.data as string) as AnyMessage);
    };
    socket.onclose = () => {
      clearTimeout(opening);
      lost();
    };
  }

  #opened(): void {
    this.state = 'open';
    this.#tries = 0;
    const waiting = [...this.#waiting.values()];
    this.#watchAll();
    for (const { request } of waiting) this.#send(request);
    this.#ping();
    this.#heart = setInterval(() => this.#ping(), PING);
  }

  #watchAll(): void {
    for (const follower of this.#followers.values()) this.#watch(follower);
  }

  /** Send a follower everything after the last line it has. */
  resync(follower: Follower): void {
    if (this.state === 'open' && this.#followers.get(follower.table) === follower)
      this.#watch(follower);
  }

  #watch(follower: Follower): void {
    this.ask({ type: 'watch', table: follower.table, ...follower.resume() }).catch(
      (error: Refused) => {
        if (error.problem.code !== 'offline') follower.refused(error);
      },
    );
  }

  #ping(): void {
    const socket = this.#socket;
    const sent = Date.now();
    const timer = setTimeout(() => {
      if (this.#socket === socket) this.#lost();
    }, PONG);
    this.ask<Pong>({ type: 'ping' })
      .then((pong) => {
        const now = Date.now();
        this.offset = pong.at - (sent + now) / 2;
      })
      .catch(() => {})
      .finally(() => clearTimeout(timer));
  }

  #heard(message: AnyMessage): void {
    switch (message.type) {
      case 'table':
        return this.#followers.get(message.table)?.receive(message);
      case 'turn': // unless we have begun to follow that table in the meantime
        if (!this.#followers.has(message.table)) this.onTurn(message);
        return;
      case 'job':
        if (message.done < 1) return this.#waiting.get(message.id)?.progress?.(message.done);
        return this.#answer(message);
      case 'error': {
        const waiting = message.id == null ? undefined : this.#waiting.get(message.id);
        if (message.fresh) this.#followers.get(message.fresh.table)?.receive(message.fresh);
        // A table may no longer be watched; the message does not say which.
        if (message.id == null && message.code === 'no-table') return this.#watchAll();
        if (!waiting) return;
        this.#waiting.delete(message.id!);
        return waiting.reject(new Refused(message));
      }
      default:
        this.#answer(message);
    }
  }

  #answer(message: Answer): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    waiting?.resolve(message);
  }

  #lost(): void {
    this.#drop();
    this.state = 'lost';
    const wait = PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]!;
    this.#timer = setTimeout(() => this.#connect(), wait * (0.7 + 0.6 * Math.random()));
  }

  #drop(): void {
    clearInterval(this.#heart);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.state = 'connecting';
    for (const [id, waiting] of this.#waiting) {
      if (waiting.again) continue; // sent again once the connection is back
      this.#waiting.delete(id);
      waiting.reject(new Refused(OFFLINE));
    }
  }

  /** The browser has gone online or offline: check an open connection, retry a lost one. */
  #awake(): void {
    if (this.state === 'open') this.#ping();
    else if (this.state === 'lost') {
      this.#tries = 0;
      this.#connect();
    }
  }

  #send(request: AnyRequest): void {
    this.#socket?.send(JSON.stringify(request));
  }
}

export const connection = new Connection();
