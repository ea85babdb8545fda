/** The HTTP interface (docs/protocol.md). */
import { language } from '../i18n/index.svelte';
import type { Problem } from '../protocol';
import { answered } from './online.svelte';

/** An error answered by the service, or `offline` if it could not be reached. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.reason);
  }
}

export const OFFLINE: Problem = { type: 'error', code: 'offline', reason: 'no connection' };

let operator = '';

/** Send the operator's token with every request from now on; '' sends none. */
export function actAsOperator(token: string): void {
  operator = token;
}

async function ask<T>(method: string, path: string, body?: unknown, invite?: string): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': language() };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (invite) headers['X-Invite'] = invite;
  if (operator) headers['X-Operator'] = operator;
  const sent = body === undefined ? null : JSON.stringify(body);
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL(path, document.baseURI), { method, headers, body: sent });
    text = await response.text();
  } catch {
    answered(false);
    throw new Refused(OFFLINE);
  }
  answered(!response.headers.has('X-Kept'));
  let found: unknown;
  try {
    found = text ? JSON.parse(text) : null;
  } catch {
    found = null;
  }
  if (response.ok) return found as T;
  const problem = found as Partial<Problem> | null;
  throw new Refused(
    problem?.code
      ? (problem as Problem)
      : { type: 'error', code: 'internal', reason: `status ${response.status}` },
  );
}

export const get = <T>(path: string, invite?: string) => ask<T>('GET', path, undefined, invite);
export const post = <T>(path: string, body: unknown = {}, invite?: string) =>
  ask<T>('POST', path, body, invite);
export const patch = <T>(path: string, body: unknown) => ask<T>('PATCH', path, body);
export const remove = <T>(path: string) => ask<T>('DELETE', path);
