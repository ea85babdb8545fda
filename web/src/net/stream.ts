/** Long-running requests over HTTP: lines of progress, and the result in the last line. */
import { language } from '../i18n/index.svelte';
import type { AnyMessage, Problem } from '../protocol';
import { OFFLINE, Refused } from './api';

interface Listening {
  /** Cancels the request; the service stops computing as well. */
  signal: AbortSignal;
  progress: (done: number) => void;
  /** The invitation to the table, if one is needed. */
  invite?: string | undefined;
}

export async function stream<T>(path: string, body: unknown, how: Listening): Promise<T> {
  const headers: Record<string, string> = {
    'Accept-Language': language(),
    'Content-Type': 'application/json',
  };
  if (how.invite) headers['X-Invite'] = how.invite;
  let response: Response;
  try {
    response = await fetch(new URL(path, document.baseURI), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: how.signal,
    });
  } catch {
    throw new Refused(OFFLINE);
  }
  if (!response.ok || !response.body) throw new Refused(await problemOf(response));
  try {
    for await (const line of linesOf(response.body)) {
      const message = JSON.parse(line) as AnyMessage;
      if (message.type === 'error') throw new Refused(message);
      if (message.type !== 'job') continue;
      if (message.done >= 1) return message.result as T;
      how.progress(message.done);
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(OFFLINE);
  }
  throw new Refused(OFFLINE); // the response was cut off
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    return (await response.json()) as Problem;
  } catch {
    return { type: 'error', code: 'internal', reason: `status ${response.status}` };
  }
}

/** Yield complete lines, however the chunks were cut. */
export async function* linesOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split('\n');
    rest = lines.pop()!;
    yield* lines.filter(Boolean);
    if (done) break;
  }
  if (rest) yield rest;
}
