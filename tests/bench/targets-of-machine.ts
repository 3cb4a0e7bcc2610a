import { base, ratio } from './row-words.ts';
import type { RowOf, Target } from './target.ts';

const route =
  (id: string) =>
  (rowOf: RowOf): string =>
    `the route that sends its bytes does no work at all; for a body that is always another one reading, checking, compiling and writing are left, and the same body again reaches ${ratio(rowOf, `companion/${id}`)}.`;

/** What issues 4 and 5 name: discovery, execution, and the companion. */
export const TARGETS_OF_MACHINE: readonly Target[] = [
  {
    issue: 4,
    words: 'cold scan of the PATH',
    row: 'machine/scan-cold',
    by: 'figure',
    atMost: 1_500,
    why: (rowOf) => `each byte of ${rowOf('machine/scan-cold').detail ?? ''} is read once.`,
  },
  { issue: 4, words: 'programs run that carry no marker', row: 'machine/asked-unmarked', by: 'figure', atMost: 0 },
  {
    issue: 4,
    words: 'warm scan of the PATH',
    row: 'machine/scan-warm',
    by: 'figure',
    atMost: 60,
    why: (rowOf) => `listing the same PATH took ${base(rowOf, 'machine/scan-warm')} in that run.`,
  },
  {
    issue: 4,
    words: 'a call over a bare spawn',
    row: 'machine/over-plain',
    by: 'figure',
    atMost: 3,
    why: (rowOf) => `the bare spawn itself took ${base(rowOf, 'machine/call-plain')} in that run.`,
  },
  {
    issue: 4,
    words: 'a sandboxed call over a bare spawn',
    row: 'machine/over-held',
    by: 'figure',
    atMost: 10,
    why: (rowOf) =>
      `the sandbox is built anew for each call, in processes of its own, and a bare one took ${base(rowOf, 'machine/call-held')} in that run.`,
  },
  { issue: 4, words: 'memory grown by 1 GB of output', row: 'machine/flood', by: 'figure', atMost: 50 },
  { issue: 4, words: '200 queued calls finish, none lost', row: 'tests/queued', by: 'figure', atMost: 0 },
  { issue: 4, words: 'grandchildren that outlive a call', row: 'tests/leftovers', by: 'figure', atMost: 0 },
  { issue: 4, words: 'a lying tool is stopped', row: 'tests/lying', by: 'figure', atMost: 0 },
  { issue: 4, words: 'a planted hostile PATH', row: 'tests/hostile', by: 'figure', atMost: 0 },
  {
    issue: 4,
    words: 'a writer killed while it writes (100 times; 1,000 with `ATIP_KILLS=1000`)',
    row: 'tests/kills',
    by: 'figure',
    atMost: 0,
  },
  { issue: 4, words: 'argument injection on real programs', row: 'tests/injection', by: 'figure', atMost: 0 },
  {
    issue: 5,
    words: '100 concurrent calls of a 10 ms tool, lost or mixed up',
    row: 'companion/lost',
    by: 'figure',
    atMost: 0,
  },
  {
    issue: 5,
    words: '/compile of gh.json, the same body, against a bare Hono route with the same bytes',
    row: 'companion/gh-json-same-bytes',
    by: 'ratio',
    atLeast: 0.4,
    why: route('gh-json-same-text'),
  },
  {
    issue: 5,
    words: '/compile of gh.json, always another body, against a bare Hono route with the same text',
    row: 'companion/gh-json-other-text',
    by: 'ratio',
    atLeast: 0.4,
    why: route('gh-json-same-text'),
  },
  { issue: 5, words: 'first byte of stdout to the client', row: 'companion/first-byte-p95', by: 'figure', atMost: 10 },
  { issue: 5, words: 'handles that 3,600 calls leave', row: 'companion/handles', by: 'figure', atMost: 0 },
  { issue: 5, words: 'memory grown by 3,600 calls', row: 'companion/memory', by: 'figure', atMost: 20 },
  { issue: 5, words: 'attacks on the companion refused or inert', row: 'tests/companion', by: 'figure', atMost: 0 },
  {
    issue: 5,
    words: 'the MCP SDK’s client lists and calls over both transports',
    row: 'tests/mcp',
    by: 'figure',
    atMost: 0,
  },
  { issue: 5, words: 'openapi.json passes a public validator', row: 'tests/openapi', by: 'figure', atMost: 0 },
];
