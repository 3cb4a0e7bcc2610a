import type { AtipTool, ToolCall } from '@atip/core';
import { createExecutor } from '@atip/core';
import { expect, test } from 'vitest';
import { createApprovals } from '../../examples/create-approvals.ts';

const TOOL: AtipTool = {
  atip: '0.4',
  name: 'files',
  version: '1.0.0',
  description: 'Files',
  commands: {
    list: { description: 'List', effects: { filesystem: { write: false }, network: false, destructive: false } },
    drop: {
      description: 'Drop',
      effects: { destructive: true },
      arguments: [{ name: 'path', type: 'file', description: 'Path' }],
    },
  },
};

const drop = (id: string, path: unknown): ToolCall => ({ id, name: 'files_drop', arguments: { path } });

/** What runs after each of `asked` was shown to a person who agreed. */
async function whatRuns(asked: readonly ToolCall[], called: readonly ToolCall[]): Promise<string[]> {
  const ran: string[] = [];
  const approvals = createApprovals({ tools: [TOOL] });
  const executor = createExecutor({
    tools: [TOOL],
    policy: { confirmationHandler: approvals.confirmationHandler },
    run: async (argv) => {
      ran.push(argv.join(' '));
      return { exitCode: 0, stdout: '', stderr: '', duration: 1, truncated: false, timedOut: false };
    },
  });
  for (const call of asked) await approvals.question(call);
  for (const call of called) await executor.execute(call).catch((error: Error) => ran.push(error.name));
  return ran;
}

test.each<[string, ToolCall[], ToolCall[], string[]]>([
  ['one call', [drop('1', 'a')], [drop('1', 'a')], ['files drop a']],
  ['two calls', [drop('1', 'a'), drop('2', 'b')], [drop('2', 'b'), drop('1', 'a')], ['files drop b', 'files drop a']],
  ['one question asked twice', [drop('1', 'a'), drop('1', 'a')], [drop('1', 'a')], ['files drop a']],
  ['nothing', [], [drop('1', 'a')], ['RequiresConfirmationError']],
  ['other arguments', [drop('1', 'a')], [drop('1', 'b')], ['RequiresConfirmationError']],
  ['another id', [drop('1', 'a')], [drop('2', 'a')], ['RequiresConfirmationError']],
  ['a second use', [drop('1', 'a')], [drop('1', 'a'), drop('1', 'a')], ['files drop a', 'RequiresConfirmationError']],
  ['two of one id', [drop('1', 'a'), drop('1', 'b')], [drop('1', 'b')], ['RequiresConfirmationError']],
  [
    'two of one id, again',
    [drop('1', 'a'), drop('1', 'b'), drop('1', 'b')],
    [drop('1', 'b')],
    ['RequiresConfirmationError'],
  ],
])('an approval of %s', async (_name, asked, called, ran) => {
  expect(await whatRuns(asked, called)).toStrictEqual(ran);
});

test('an id that was used stands for nothing any more, also when it is asked about again', async () => {
  const { question, confirmationHandler } = createApprovals({ tools: [TOOL] });
  const first = await question(drop('1', 'a'));
  if (!first) throw new Error('A destructive call was not asked about.');
  expect(await confirmationHandler(first)).toBe(true);
  await question(drop('1', 'a'));
  expect(await confirmationHandler(first)).toBe(false);
});

test('a question has the exact command line and its reasons; what runs unasked or cannot run has none', async () => {
  const { question } = createApprovals({ tools: [TOOL], policy: { confirmationHandler: async () => true } });
  const asked = await question(drop('1', 'a b'));
  expect([asked?.argv, asked?.reasons]).toStrictEqual([
    ['files', 'drop', 'a b'],
    ['files_drop permanently destroys data.'],
  ]);
  expect(await question({ id: '2', name: 'files_list', arguments: {} })).toBe(undefined);
  expect(await question({ id: '3', name: 'files_gone', arguments: {} })).toBe(undefined);
  expect(await question(drop('4', ''))).toBe(undefined);
});
