import { readEvents } from '../../../server/src/testing/read-events.ts';
import type { Target } from './start-target.ts';

/** Sends JSON as the page would, with the token. */
export function api({ origin, token }: Target, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** A call whose events are read one by one. */
export async function startCall(target: Target, name: string, args: object = {}, more: object = {}) {
  return readEvents(await api(target, 'POST', '/calls', { call: { id: '1', name, arguments: args }, ...more }));
}

/** All that a call streamed, as text. */
export async function callOutput(target: Target, name: string, args: object = {}): Promise<string> {
  return (await api(target, 'POST', '/calls', { call: { id: '1', name, arguments: args } })).text();
}

/** A refusal in short, such as `409 hash-mismatch`; the status alone of what is none. */
export async function short(response: Response): Promise<string> {
  const text = await response.text();
  return [response.status, ...(/"code":"([a-z-]+)"/.exec(text)?.slice(1) ?? [])].join(' ');
}
