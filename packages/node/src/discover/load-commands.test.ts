import { flattenCommands } from '@atip/core';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { FoundTool } from '../documents/tool-document.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { loadCommands } from './load-commands.ts';
import { probeTool } from './probe-tool.ts';

const ROOT = { atip: { version: '0.4' }, name: 'kc', version: '1.0.0', description: 'Cluster', partial: true };
const POD = { description: 'Pods', commands: { list: { description: 'List' }, drop: { description: 'Drop' } } };
const NODE = { description: 'Nodes', commands: { list: { description: 'List' } } };
const OVERVIEW = {
  ...ROOT,
  filter: { depth: 1 },
  totalCommands: 3,
  includedCommands: 2,
  commands: { pods: { description: 'Pods' }, nodes: { description: 'Nodes' } },
};
const excerpt = (commands: object, change: object = {}) => ({
  ...ROOT,
  filter: { commands: Object.keys(commands), depth: null },
  commands,
  ...change,
});

/** A tool that answers each question with a document of its own, and writes down what it was asked. */
async function prepare(answers: Readonly<Record<string, object>>) {
  const directory = await createTemporaryDirectory();
  const cases = Object.entries(answers).map(([flags, answer]) => `"${flags}") echo '${JSON.stringify(answer)}';;`);
  const path = await directory.script('kc', `#!/bin/sh\ncase "$*" in ${cases.join('\n')}\n*) exit 9;; esac\n`);
  const asked: string[] = [];
  const settings = {
    env: { PATH: '/usr/bin:/bin' },
    sandbox: 'off' as const,
    timeout: 10_000,
    onStart: (args: readonly string[]) => void asked.push(args.join(' ')),
  };
  return { path, asked, settings, directory };
}
const names = (found: FoundTool | undefined): string[] =>
  found ? flattenCommands(found.tool).map(({ path }) => path.join(' ')) : [];

async function probe(kc: Awaited<ReturnType<typeof prepare>>): Promise<FoundTool> {
  const { found } = await probeTool(kc.path, kc.settings);
  if (!found) throw new Error('The tool of the test did not answer.');
  return found;
}

test('a tool that knows no partial discovery is asked again, and is whole', async () => {
  const { partial, ...whole } = { ...ROOT, commands: { pods: POD } };
  const kc = await prepare({ '--agent': whole });
  expect(names(await probe(kc))).toStrictEqual(['pods list', 'pods drop']);
  expect(kc.asked).toStrictEqual(['--agent --depth=1', '--agent']);
});

test.each<[string, object]>([
  ['another version', excerpt({ pods: POD }, { version: '2.0.0' })],
  ['other commands', excerpt({ nodes: NODE })],
])('an answer that does not fit the overview is refused: %s', async (_name, answer) => {
  const kc = await prepare({ '--agent --depth=1': OVERVIEW, '--agent --commands=pods': answer });
  const reading = await loadCommands(await probe(kc), ['pods'], kc.settings);
  expect(reading.skipped).toMatchObject({
    code: 'failed',
    reason: 'Asked for some of its commands, it answered with something else.',
  });
});

test('a tool that leaves out something of its own accord stays partial', async () => {
  const omitted = { reason: 'size-limited', safetyAssumption: 'unknown' };
  const kc = await prepare({
    '--agent --depth=1': { ...OVERVIEW, commands: { pods: { description: 'Pods' } } },
    '--agent --commands=pods': excerpt({ pods: POD }, { omitted }),
  });
  const reading = await loadCommands(await probe(kc), ['pods'], kc.settings);
  expect(names(reading.found)).toStrictEqual(['pods list', 'pods drop']);
  expect(reading.found?.tool.partial).toBe(true);
});

test.each(['drop', '--evil', 'pods,nodes', '__proto__'])(
  'only commands of the overview are asked for: %s',
  async (name) => {
    const kc = await prepare({ '--agent --depth=1': OVERVIEW });
    expect((await loadCommands(await probe(kc), [name], kc.settings)).skipped?.code).toBe('failed');
    expect(kc.asked).toHaveLength(1);
  },
);

test('a tool that was replaced since is not asked', async () => {
  const kc = await prepare({ '--agent --depth=1': OVERVIEW });
  const overview = await probe(kc);
  await writeFile(kc.path, '#!/bin/sh\necho replaced\n');
  expect((await loadCommands(overview, ['pods'], kc.settings)).skipped?.code).toBe('changed');
  expect(kc.asked).toHaveLength(1);
});
