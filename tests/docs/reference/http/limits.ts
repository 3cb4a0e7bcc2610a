import { table } from '../markdown.ts';
import { sourceConstant } from '../source-constant.ts';

const server = (file: string, name: string): number => sourceConstant(`server/src/${file}`, name);

/** What the companion bounds, and what it answers beyond. */
export function companionLimits(): string {
  const [running, waiting] = ['running', 'waiting'].map((field) =>
    server('calls/active-calls.ts', `CALL_LIMITS.${field}`),
  );
  const connection = (field: string): number => server('serve/listen.ts', `CONNECTION_LIMITS.${field}`);
  const strangers = (field: string): number => server('serve/listen.ts', `STRANGER_LIMITS.${field}`);
  const burst = `${count(server('guard/limit-starts.ts', 'BURST'))} at once, then ${server('guard/limit-starts.ts', 'PER_SECOND')} a second`;
  const window = seconds(server('guard/session.ts', 'TRIES_WINDOW'));
  return table(
    ['what', 'limit', 'beyond'],
    [
      ...bodies(),
      ['arguments of one call', bytes(server('calls/check-request.ts', 'MAX_CALL')), '413 `arguments-too-large`'],
      ['calls that run at once', `${running}; more wait their turn`, ''],
      ['calls that are not finished', `${running} and ${waiting} waiting`, '429 `too-many-calls`'],
      ['requests that start something', burst, '429 `rate-limited`'],
      ['a question', seconds(server('calls/active-calls.ts', 'CONFIRMATION_LIFETIME')), '403 `confirmation-lapsed`'],
      ['the code of a link', `${seconds(server('guard/session.ts', 'CODE_LIFETIME'))}, once`, '401 `code-refused`'],
      [
        'wrong codes',
        `${server('guard/session.ts', 'CODE_TRIES')} in ${window}`,
        '429 `too-many-codes`; the right one still opens',
      ],
      [
        'wrong tokens',
        `${server('guard/session.ts', 'TOKEN_TRIES')} in ${window}`,
        '429 `too-many-attempts`; the right one still passes',
      ],
      [
        'head of a request; all of it',
        `${seconds(connection('headers'))}; ${seconds(connection('request'))}`,
        '408, and the connection is closed',
      ],
      [
        'waiting for one slow reader of events',
        bytes(server('http/event-stream.ts', 'MAX_WAITING')),
        'the program waits in its write',
      ],
      ['a reader that takes nothing', seconds(connection('untaken')), 'its connection is closed, and its call ends'],
      [
        'connections; an idle one',
        `${connection('connections')}; ${seconds(connection('idle'))}`,
        'closed unheard; closed',
      ],
      [
        'connections that have not shown the token; the head of their first request',
        `${strangers('connections')}; ${seconds(strangers('head'))}`,
        'the oldest gives way to the next; 408, and the connection is closed',
      ],
      ['entries in one answer about the record', count(server('audit/audit-routes.ts', 'AUDIT_LIMIT')), '`more: true`'],
    ],
  );
}

/** What the Worker bounds beside that. */
export function workerLimits(): string {
  const writes = `${server('edge/create-write-buckets.ts', 'BURST')} at once, then ${server('edge/create-write-buckets.ts', 'PER_SECOND')} a second`;
  return table(
    ['what', 'limit', 'beyond'],
    [
      ...bodies(),
      [
        'writes and deletions of one address',
        `${writes} in each isolate; the binding \`WRITES\` for each location`,
        '429 `rate-limited`',
      ],
      [
        'compiled output of a share, kept at a location',
        seconds(server('edge/cache-compiled.ts', 'LIFE') * 1000),
        'a deletion may be as late',
      ],
    ],
  );
}

function bodies(): string[][] {
  return [
    ['a body', bytes(server('http/json-body.ts', 'MAX_BODY')), '413 `body-too-large`'],
    ['sources of one request', count(server('schemas/portable-schemas.ts', 'MAX_SOURCES')), '400 `invalid-request`'],
    ['fragment of a share', bytes(server('portable/read-fragment.ts', 'MAX_FRAGMENT')), '413 `share-too-large`'],
    ['a share, unpacked', bytes(server('portable/read-fragment.ts', 'MAX_UNPACKED')), '413 `share-too-large`'],
    ['documents of a share', count(server('portable/share-secrets.ts', 'MAX_DOCUMENTS')), '413 `share-too-large`'],
  ];
}

const count = (number: number): string => number.toLocaleString('en');

function seconds(milliseconds: number): string {
  return milliseconds >= 120_000 ? `${milliseconds / 60_000} min` : `${milliseconds / 1000} s`;
}

function bytes(number: number): string {
  return number >= 1_048_576 ? `${number / 1_048_576} MiB` : `${number / 1024} KiB`;
}
