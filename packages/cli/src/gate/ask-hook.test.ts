import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';
import { askHook } from './ask-hook.ts';

/** Asks a script in place of our program. */
async function ask(script: string, timeout?: number, configuration?: string) {
  const { at, path, write } = await createTemporaryDirectory();
  await write('hook', `#!/bin/sh\n${script}\n`, 0o755);
  if (configuration !== undefined) await write('.config/agent-tools/config.json', configuration, 0o600);
  const env = { HOME: path, PATH: '/usr/bin:/bin' };
  return askHook('claude-code', `${at('hook')} gate --hook claude-code || exit 2`, { env, cwd: path }, timeout);
}

const says = (permissionDecision: string, permissionDecisionReason = '') =>
  `echo '${JSON.stringify({ hookSpecificOutput: { permissionDecision, permissionDecisionReason } })}'`;

test.each([
  ['as this program decides', says('allow'), { answer: 'allow' }],
  ['the question, in the directory', `grep -q '"command":"ls"' && ${says('allow')}`, { answer: 'allow' }],
  ['nothing', 'true', { fault: 'it printed "", which is not an answer' }],
  ['garbage', 'echo oops', { fault: 'it printed "oops\\n", which is not an answer' }],
  ['an end with an error', 'echo broken >&2; exit 1', { fault: 'exit code 2. broken' }],
  ['something else', says('ask', 'Hm.'), { fault: 'it answers "confirm" where this program decides "allow". Hm.' }],
])('a hook that answers %s', async (_name, script, wanted) => {
  expect(await ask(script)).toStrictEqual(wanted);
});

test('a hook that hangs, with what it started, is ended', async () => {
  expect(await ask('sleep 1000 & sleep 1000', 300)).toStrictEqual({ fault: 'no answer within 0.3 s' });
});

test('a hook that asks because the configuration is broken decides nothing', async () => {
  expect(await ask(says('ask', 'It is refused.'), undefined, '{')).toStrictEqual({ fault: 'It is refused.' });
});
