import type { AtipTool } from '@atip/core';
import type { FoundTool, ToolReading } from '@atip/node';
import { expect, test } from 'vitest';
import { problemCode } from '../testing/problem-code.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createToolCatalog } from '../tools/tool-catalog.ts';

const WHOLE: AtipTool = {
  atip: { version: '0.4' },
  name: 'kc',
  version: '1',
  description: 'Cluster',
  commands: { pods: { description: 'Pods', commands: { list: { description: 'List' } } }, get: { description: 'Get' } },
};
const OVERVIEW: AtipTool = {
  ...WHOLE,
  partial: true,
  commands: { pods: { description: 'Pods', 'x-omitted-commands': 1 }, get: { description: 'Get' } },
};

function found(tool: AtipTool, source = '/bin/kc'): FoundTool {
  return { tool, origin: 'probed', source, hash: `sha256:${'0'.repeat(64)}`, issues: [] };
}

async function prepare(tool: AtipTool, answer: ToolReading) {
  let known = tool;
  const asked: unknown[] = [];
  const catalog = await createToolCatalog(async () => ({ found: [found(known)], skipped: [] }));
  const { ports, send } = await createTestClient({
    catalog,
    loadCommands: async (name, commands) => {
      asked.push([name, commands]);
      known = answer.found?.tool ?? known;
      return answer;
    },
  });
  return {
    asked,
    ports,
    send,
    load: (name: string, commands: unknown) => send('POST', `/tools/${name}/commands`, { commands }),
  };
}

test('what an overview left out is asked for, and the catalog has it', async () => {
  const { asked, load, send } = await prepare(OVERVIEW, { found: found(WHOLE) });
  expect(await (await load('kc', ['pods'])).json()).toMatchObject({ name: 'kc', commands: 2, tool: WHOLE });
  expect(asked).toStrictEqual([['kc', ['pods']]]);
  expect(await (await send('GET', '/tools/kc')).json()).toMatchObject({ tool: WHOLE });
});

test.each([
  ['a tool that there is not', 'other', ['pods'], '404 unknown-tool'],
  ['a command that there is not', 'kc', ['pods', 'nothing'], '404 unknown-command'],
  ['too many names', 'kc', Array(101).fill('pods'), '400 invalid-request'],
])('refused, and nothing is asked: %s', async (_name, tool, commands, expected) => {
  const { asked, load } = await prepare(OVERVIEW, { found: found(WHOLE) });
  expect(await problemCode(await load(tool, commands))).toBe(expected);
  expect(asked).toStrictEqual([]);
});

test.each<[string, ToolReading, string]>([
  [
    'with its reason',
    { skipped: { source: '/bin/kc', code: 'timed-out', reason: 'It took too long.' } },
    'It took too long.',
  ],
  [
    'for another program of the name',
    { found: found(WHOLE, '/opt/kc') },
    'The commands are those of /opt/kc, and kc is /bin/kc here.',
  ],
])('an answer that does not count is a refusal: %s', async (_name, answer, detail) => {
  const { load } = await prepare(OVERVIEW, answer);
  expect(await (await load('kc', ['pods'])).json()).toMatchObject({ status: 409, code: 'commands-not-loaded', detail });
});
