import { code, table } from '../markdown.ts';

/** A code that a client can rely on, its status, what happened and the way out. */
type ProblemCode = readonly [code: string, status: number, happened: string, wayOut: string];

const ANYWHERE: readonly ProblemCode[] = [
  [
    'host-not-allowed',
    403,
    'The `Host`, or the host of the request line, is none of this companion',
    'Use the address that it printed, with the port',
  ],
  ['origin-not-allowed', 403, 'A page of another origin asks', '`--allow-origin URL` at the start lets in that one'],
  [
    'cross-site',
    403,
    'A browser says that another site led here, or wants to write to shares at the Worker',
    'Type the address, or send from a program',
  ],
  ['token-required', 401, 'No token, or a wrong one', 'Send `Authorization: Bearer …`; each start has a new token'],
  ['too-many-attempts', 429, 'Too many wrong tokens just now', 'Wait for `Retry-After`; the right token still passes'],
  ['invalid-json', 400, 'The body is no JSON in UTF-8', 'Send JSON'],
  [
    'invalid-request',
    400,
    'A field, a parameter or the request line is not as the schema says; `detail` names the first',
    'Correct it',
  ],
  ['body-broken-off', 400, 'The connection ended before the body did', 'Send it again'],
  ['body-too-large', 413, 'The body is beyond the limit', 'Send less at once'],
  ['json-required', 415, 'The content type is another', 'Send `Content-Type: application/json`'],
  ['not-found', 404, 'There is no such address', 'See the routes above'],
  ['method-not-allowed', 405, 'The address takes other methods', '`Allow` lists them'],
  ['rate-limited', 429, 'Too much is started, or written, in a short time', 'Wait for `Retry-After`'],
  [
    'internal-error',
    500,
    'Something that should not happen',
    "The companion's terminal, or the Worker's log, says more",
  ],
  ['shutting-down', 503, 'The companion is being stopped', 'Start it again'],
  ['page-not-built', 503, 'The page was not built', 'In the repository: `npm run build`'],
];

const SESSION: readonly ProblemCode[] = [
  [
    'code-refused',
    401,
    "The link's code was used, replaced, or is older than a minute",
    'Press Enter where the companion runs, and open the new link',
  ],
  ['too-many-codes', 429, 'Too many wrong codes just now', 'Wait for `Retry-After`, or open a new link'],
];

const DOCUMENTS: readonly ProblemCode[] = [
  ['invalid-metadata', 422, 'A document is no valid ATIP', '`POST /api/v1/validate` lists every issue'],
  ['compile-failed', 422, 'The documents cannot be compiled together', '`detail` says why'],
  ['prompt-failed', 422, 'No prompt can be made of the documents', '`detail` says why'],
];

const SHARES: readonly ProblemCode[] = [
  ['not-a-share-link', 400, 'The fragment is none of a share link', 'Send what follows `#`, beginning with `v1.`'],
  ['unsupported-version', 400, 'A newer version wrote the link', 'Update'],
  ['damaged', 400, 'Letters of the link are missing or changed', 'Copy all of it'],
  ['invalid-state', 400, 'The link holds something else than a playground', 'Share it again from the page'],
  ['share-too-large', 413, 'The share is beyond a limit', 'Share fewer documents'],
  [
    'secret-found',
    422,
    'Something in it looks like a secret; nothing was stored',
    '`detail` names the places; take it out',
  ],
  ['unknown-share', 404, 'No share has this id: it ended, was deleted, or never was', 'Ask for a new link'],
  ['unknown-provider', 404, 'The file is named after no provider', '`detail` lists them'],
  ['wrong-delete-token', 403, 'The token is not the one that its first storing answered', 'Let it end'],
  ['share-damaged', 500, 'What was stored is not what is there', 'Share it again'],
  [
    'shares-unavailable',
    503,
    "The platform's store failed, or its free operations are used up",
    'Wait for `Retry-After`',
  ],
];

const CALLS: readonly ProblemCode[] = [
  ['unknown-tool', 404, 'No tool of this name is known', '`GET /api/v1/tools` lists them'],
  ['unknown-command', 404, 'No known tool has this command', '`detail` suggests names that are close'],
  ['commands-not-loaded', 409, 'The program could not be asked for them', '`detail` says why'],
  ['discovery-running', 409, 'A discovery is under way', 'Wait for it to end'],
  ['discovery-cancelled', 409, 'The discovery was cancelled; an event of its stream', 'Start another'],
  ['client-gone', 409, 'The connection was closed first', 'Ask again'],
  ['arguments-too-large', 413, 'The arguments of the call are beyond the limit', 'Hand over a file'],
  [
    'validation-failed',
    422,
    'The arguments do not fit the command',
    '`detail` lists every fault; `calls/check` has them as data',
  ],
  ['policy-violation', 403, 'The policy denies the call', '`calls/check` names the rule'],
  [
    'confirmation-required',
    403,
    'A person has to confirm, and this request cannot ask',
    'Send `Accept: text/event-stream`, and a decision',
  ],
  ['confirmation-lapsed', 403, 'Nobody decided in time', 'Send the call again'],
  ['confirmation-denied', 403, 'A person said no', ''],
  ['executable-missing', 409, 'The tool is described, its program is not on the PATH', 'Install it'],
  ['executable-unreadable', 409, 'The program cannot be read', '`detail` says why'],
  ['executable-replaced', 409, 'The program is another than when it was discovered', 'Discover again'],
  [
    'checksum-mismatch',
    409,
    "The program is not the one whose checksum the document's `trust` states",
    'Find out who changed which',
  ],
  [
    'executable-changed',
    409,
    'The program changed between the check, or the question, and the start',
    'Send the call again',
  ],
  ['too-many-calls', 429, 'Too many calls are unfinished', 'Wait for one to end'],
  ['call-cancelled', 409, 'The call was cancelled', ''],
  ['execution-failed', 500, 'The program could not be started or held', '`detail` says why'],
  [
    'audit-failed',
    500,
    'The decision could not be put on record, so nothing ran',
    'Make room, or repair what `detail` names',
  ],
  ['audit-damaged', 500, 'The record cannot be read', '`atip audit verify` says where'],
  ['unknown-call', 404, 'No unfinished call has this id', ''],
  ['no-question', 404, 'No call with this id waits for a decision; each is asked once', ''],
  [
    'hash-mismatch',
    409,
    'The decision is about another command than the one that waits',
    'Show the person what the event says',
  ],
  ['confirm-in-terminal', 409, 'The companion asks at its terminal alone (`--confirm terminal`)', 'Answer there'],
];

const GROUPS = {
  everywhere: ANYWHERE,
  session: SESSION,
  documents: DOCUMENTS,
  shares: SHARES,
  'tools and calls': CALLS,
};

/** Every code that a server answers with; a test holds them against the sources. */
export const PROBLEM_CODES: readonly ProblemCode[] = Object.values(GROUPS).flat();

/** The codes as tables, by what they are about. */
export function problemTables(): string {
  const parts = Object.entries(GROUPS).map(([name, rows]) => {
    const cells = rows.map(([problem, status, happened, wayOut]) => [code(problem), String(status), happened, wayOut]);
    return `### Codes: ${name}\n\n${table(['code', 'status', 'what happened', 'way out'], cells)}`;
  });
  return parts.join('\n\n');
}
