// needs: bwrap
import type { Conversation } from '@atip/core';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { describing } from '../testing/test-machine.ts';
import { createExecutor } from './create-executor.ts';

const effects = {
  ...{ filesystem: { read: true, write: false, delete: false }, network: false, destructive: false },
  interactive: { stdin: 'required', prompts: true, tty: true },
};
const TOOL = describing('asker', { commands: { '': { description: 'Asks for a name', effects } } });
const TOKEN = `ghp_${'a1'.repeat(18)}`;
const SCRIPT = `#!/bin/sh
test -t 0 || exit 9
stty -echo
echo "token ${TOKEN}"
printf "Name? "
read name
touch "$HOME/left" 2>/dev/null && echo escaped
echo "[$name]"
`;
const CALL = { id: 'c1', name: 'asker', arguments: {} };

async function prepare(conversation: Conversation, script = SCRIPT) {
  const directory = await createTemporaryDirectory();
  const [home, work] = [join(directory.path, 'home'), join(directory.path, 'work')];
  await mkdir(home);
  await mkdir(work);
  await directory.script('asker', script);
  const env = { PATH: `${directory.path}:/usr/bin:/bin`, HOME: home };
  const policy = { byTrust: false, allowInteractive: true };
  const executor = createExecutor({ tools: [TOOL], env, policy, execution: { cwd: work }, conversation });
  return { executor, home };
}

test('a program at a terminal is asked and answered in its sandbox, and no secret reaches the handler', async () => {
  const prompts: string[] = [];
  const { executor, home } = await prepare({
    quiet: 100,
    onPrompt: (prompt) => {
      prompts.push(prompt);
      return 'ada';
    },
  });
  const streamed: string[] = [];
  const result = await executor.execute(CALL, { onOutput: (_stream, text) => void streamed.push(text) });
  expect(prompts).toStrictEqual(['token [REDACTED]\nName? ']);
  expect(result.content).toBe('token [REDACTED]\nName? [ada]\n[Exit code: 0]');
  expect(streamed.join('')).toBe('token [REDACTED]\nName? [ada]\n');
  expect(result.raw.sandbox).toMatchObject({ applied: true, kind: 'bubblewrap', network: false });
  expect(await readdir(home)).not.toContain('left');
});

test('a secret at the beginning of a long prompt is redacted before the prompt is cut', async () => {
  const prompts: string[] = [];
  const conversation = { quiet: 100, onPrompt: (prompt: string) => void prompts.push(prompt) };
  // The last 4,000 characters begin within the token.
  const long = `#!/bin/sh\nprintf '%s\\n%3960s' ${TOKEN} 'Name? '\nread name\n`;
  const { executor } = await prepare(conversation, long);
  await executor.execute(CALL);
  expect(prompts).toStrictEqual([`[REDACTED]\n${' '.repeat(3_954)}Name? `]);
});
