import type { Target } from './start-target.ts';

/** How a request differs from one that the page would send. */
export interface Changes {
  readonly method?: string;
  /** What stands in the request line. */
  readonly path?: string;
  readonly version?: string;
  /** By name in lower case; null: left out; a list: several headers. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  /** Absent: a call that writes a file and is allowed. */
  readonly body?: string;
}

/** A call that needs no approval and leaves a file behind. */
export const TRIP: string = JSON.stringify({ call: { id: '1', name: 'trap_trip', arguments: {} } });

/** The bytes of a request that runs something, with some of it changed. */
export function callText({ port, token }: Target, changes: Changes = {}): string {
  const { method = 'POST', path = '/api/v1/calls', version = '1.1', body = TRIP } = changes;
  const headers: NonNullable<Changes['headers']> = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...changes.headers,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (value === null ? [] : typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}`),
  );
  return `${method} ${path} HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
