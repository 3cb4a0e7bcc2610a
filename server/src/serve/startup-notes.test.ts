import { expect, test } from 'vitest';
import { type Startup, startupNotes } from './serve-companion.ts';

const QUIET: Startup = {
  origins: ['http://127.0.0.1:4170', 'http://192.168.1.5:4170'],
  sandbox: { available: true, kind: 'bubblewrap', tested: true, checks: [] },
  skipped: [],
  tokenFile: undefined,
  hasPage: true,
};

test.each([undefined, '127.0.0.1', '127.0.0.2', '::1'])('bound to %s there is nothing to say', (bind) => {
  expect(startupNotes(QUIET, bind === undefined ? {} : { bind })).toStrictEqual([]);
});

test.each(['0.0.0.0', '::', '192.168.1.5'])('bound to %s it warns, and says what it answers to', (bind) => {
  expect(startupNotes(QUIET, { bind })).toStrictEqual([
    `WARNING: this listens on ${bind}, over plain HTTP. Whoever is in the same network can connect; whoever is on the way can`,
    'WARNING: read the token and all output, and then run commands as you. Safer: leave --dangerously-bind out, and use',
    'WARNING: an SSH tunnel. It answers to http://127.0.0.1:4170, http://192.168.1.5:4170.',
  ]);
});

test('without a page it says how to get one', () => {
  expect(startupNotes({ ...QUIET, hasPage: false }, {})).toStrictEqual([
    'The page is missing, so that the link shows nothing; the API works. In the repository, this builds it: npm run build',
  ]);
});

test('no more than five files are named', () => {
  const skipped = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((source) => ({ source, code: 'invalid', reason: 'Bad.' }));
  expect(startupNotes({ ...QUIET, skipped }, {})).toStrictEqual([
    '7 tool files left out: a: Bad. b: Bad. c: Bad. d: Bad. e: Bad. and 2 more, listed in the page.',
  ]);
});

test.each([
  [undefined, 'No sandbox works here, so most tools will not run. Why. To run them without one: --sandbox preferred'],
  ['required', 'No sandbox works here, so most tools will not run. Why. To run them without one: --sandbox preferred'],
  ['preferred', 'Tools run without a sandbox. Why.'],
  ['off', 'Tools run without a sandbox. Why.'],
] as const)('without a sandbox, and --sandbox %s', (sandbox, text) => {
  const status = { available: false, kind: 'none', tested: true, checks: [], reason: 'Why.' } as const;
  expect(startupNotes({ ...QUIET, sandbox: status }, sandbox === undefined ? {} : { sandbox })).toStrictEqual([text]);
});

test.each([
  [{ policy: { sandbox: 'off' } }, 'Tools run without a sandbox. Why.'],
  [
    { policy: { sandbox: 'off' }, sandbox: 'required' },
    'No sandbox works here, so most tools will not run. Why. To run them without one: --sandbox preferred',
  ],
] as const)('without a sandbox, what the policy says counts after the option: %j', (options, text) => {
  const status = { available: false, kind: 'none', tested: true, checks: [], reason: 'Why.' } as const;
  expect(startupNotes({ ...QUIET, sandbox: status }, options)).toStrictEqual([text]);
});
