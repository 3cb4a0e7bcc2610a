import { type AtipEffects, type AtipTool, type ExecutionPolicy, flattenCommands, type TrustSource } from '@atip/core';
import { createExecutor as createPureExecutor } from '@atip/core/execute';
import { expect, test } from 'vitest';
import { createExecutor } from './create-executor.ts';

const READS: AtipEffects = { filesystem: { read: true, write: false, delete: false }, network: false };
const COMMANDS: Readonly<Record<string, AtipEffects>> = {
  look: { ...READS, destructive: false, reversible: true },
  // As most of gh.json: it uses the network, and does not say that it writes nothing.
  list: { network: true, destructive: false, reversible: true },
  edit: { network: true, destructive: false, reversible: false },
  wipe: { network: true, destructive: true, reversible: false },
  silent: {},
};

function tool(source?: TrustSource): AtipTool {
  const commands = Object.entries(COMMANDS).map(([name, effects]) => [name, { description: name, effects }]);
  const trust = source && { trust: { source } };
  return { atip: '0.4', name: 't', version: '1', description: 'T', commands: Object.fromEntries(commands), ...trust };
}

test.each<[ExecutionPolicy | undefined, string]>([
  [undefined, 'allow confirm confirm confirm confirm'],
  [{}, 'allow confirm confirm confirm confirm'],
  [{ preset: 'standard' }, 'allow confirm confirm confirm confirm'],
  [{ allowDestructive: true }, 'allow allow confirm allow allow'],
  [{ minTrustLevel: 'inferred' }, 'allow allow confirm confirm confirm'],
  [{ rules: [{ run: 't *', decision: 'allow' }] }, 'allow allow allow allow allow'],
  [{ preset: 'open' }, 'allow allow allow allow allow'],
])('a guessed document that a program hands over is decided alike here and in core, with %j', (policy, expected) => {
  for (const document of [tool('inferred'), tool()]) {
    const settings = { tools: document, ...(policy && { policy }) };
    const decided = [createExecutor(settings), createPureExecutor(settings)].map((executor) =>
      flattenCommands(document)
        .map(({ name }) => executor.check({ id: '1', name, arguments: {} }).decision)
        .join(' '),
    );
    expect(decided).toStrictEqual([expected, expected]);
  }
});

test('a question says first what runs and why; the document is at hand, and printed nowhere', async () => {
  const executor = createExecutor({ tools: { ...tool('vendor'), name: 'true' } });
  const question = await executor.question({ id: '1', name: 'true_wipe', arguments: {} });
  expect(Object.keys(question ?? {}).slice(0, 3)).toStrictEqual(['argv', 'reasons', 'offers']);
  expect(JSON.stringify(question)).not.toContain('description');
  expect(question?.mapping.tool.name).toBe('true');
});
