import type { AtipTool } from '@atip/core';
import { UnknownCommandError } from '@atip/core/execute';
import { expect, test } from 'vitest';
import { createTestMachine, OPEN_SANDBOX, overviewTool } from '../../node/src/testing/test-machine.ts';
import { createAgentTools } from './create-agent-tools.ts';
import type { ToolChoices } from './types.ts';

const SCHEMA = { name: 'file_edit', description: 'Edits', parameters: { type: 'object', properties: {} } };

/** The names that a model is offered on a machine that knows `bigtool` by its overview and `file_edit` by its schema. */
async function offered(tools: ToolChoices | AtipTool | readonly AtipTool[], examples = false) {
  const { directory, env, home, scan } = await createTestMachine(OPEN_SANDBOX);
  await directory.script('bin/bigtool', overviewTool());
  await directory.script('bin/edit', `#!/bin/sh\n# "parameters" --schema\necho '${JSON.stringify(SCHEMA)}'\n`);
  await scan();
  const agent = await createAgentTools({ provider: 'anthropic', tools, cwd: home, env, compile: { examples } });
  return { system: agent.system, tools: agent.tools.map(({ name, description }) => ({ name, description })) };
}

test.each<[ToolChoices[string], readonly string[]]>([
  [true, ['bigtool_safe_look', 'bigtool_safe_act', 'bigtool_harm_look', 'bigtool_harm_act']],
  [['harm'], ['bigtool_harm_look', 'bigtool_harm_act']],
  [
    ['harm a*', 'safe look'],
    ['bigtool_safe_look', 'bigtool_harm_act'],
  ],
  [{ commands: ['safe act'] }, ['bigtool_safe_act']],
  [{ depth: 1 }, []],
])('of a tool that is known by its overview a model is offered what is chosen: %j', async (choice, names) => {
  expect((await offered({ bigtool: choice })).tools.map(({ name }) => name)).toStrictEqual(names);
});

test('the system prompt knows what destroys', async () => {
  expect((await offered({ bigtool: ['harm'] })).system).toContain('bigtool_harm_act');
  expect((await offered({ bigtool: { depth: 1 } })).system).toContain('### Commands Not Read');
});

test('examples stand in descriptions by a setting', async () => {
  const look = { bigtool: ['safe look'] };
  expect((await offered(look)).tools[0]?.description).not.toContain('bigtool safe look');
  expect((await offered(look, true)).tools[0]?.description).toContain('Looks Examples: bigtool safe look');
});

test('a canonical tool is offered like any other', async () => {
  expect((await offered({ file_edit: true })).tools).toStrictEqual([{ name: 'file_edit', description: 'Edits' }]);
});

test('a command that its overview has not is unknown', async () => {
  await expect(offered({ bigtool: ['other'] })).rejects.toThrow(UnknownCommandError);
});

test('documents of the host stand in place of choices, one or several', async () => {
  const look = { description: 'Looks', effects: { destructive: false } };
  const mine: AtipTool = { atip: '0.4', name: 'mine', version: '1', description: 'Mine', commands: { look } };
  for (const tools of [mine, [mine], { mine }])
    expect((await offered(tools)).tools.map(({ name }) => name)).toStrictEqual(['mine_look']);
});

test('more tools than a request may have are refused, with the ways to fewer', async () => {
  const commands = Object.fromEntries(
    Array.from({ length: 129 }, (_, at) => [`c${at}`, { description: `Does ${at}` }]),
  );
  const many: AtipTool = { atip: '0.4', name: 'many', version: '1', description: 'Has many commands', commands };
  await expect(createAgentTools({ provider: 'openai', tools: many })).rejects.toThrow(
    '129 tools are more than the 128 that one request may carry.',
  );
  const found = await createAgentTools({ provider: 'openai', tools: many, compile: { strategy: 'search' } });
  expect(found.tools).toHaveLength(3);
  expect((await createAgentTools({ provider: 'anthropic', tools: many })).tools).toHaveLength(129);
});
