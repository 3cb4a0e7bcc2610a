import { expect, test } from 'vitest';
import { answering, createTestMachine, describing, OPEN_SANDBOX } from '../testing/test-machine.ts';
import { listTools, listToolsWith, resolveTool } from './list-tools.ts';

const COMMANDS = { bar: { description: 'Does something' }, foo_bar: { description: 'Does the same' } };

/** Tools of each source, and beside each one a document that cannot be read without being reported. */
async function prepare() {
  const { bin, data, directory, env, home, scan } = await createTestMachine(OPEN_SANDBOX);
  const canonical = { name: 'chosen', description: 'A function', parameters: { type: 'object', properties: {} } };
  for (const name of ['git_foo', 'zap']) {
    const program = await directory.script(`bin/${name}`, answering(describing(name, { commands: COMMANDS })));
    await scan({ named: [program] });
  }
  await directory.script('bin/function', answering(canonical, '--schema'));
  await scan();
  await directory.write(`home/.local/share/agent-tools/tools/zap.json`, '{');
  await directory.write(
    'home/.local/share/agent-tools/shims/git.json',
    JSON.stringify(describing('git', { commands: COMMANDS })),
  );
  await directory.write('home/.local/share/agent-tools/shims/broken.json', '{');
  return { bin, data, env, home };
}

test('of the documents only those that can have the command are read; every tool that can have it counts', async () => {
  const { env, bin, data } = await prepare();
  const look = async (...names: string[]) => {
    const { found, skipped } = await listToolsWith(names, env);
    return { found: found.map(({ tool }) => tool.name), skipped: skipped.map(({ source }) => source) };
  };
  // The name may be of either: it is looked up in both.
  expect(await look('git_foo_bar')).toStrictEqual({ found: ['git_foo', 'git'], skipped: [] });
  expect(await look('git_bar')).toStrictEqual({ found: ['git'], skipped: [] });
  expect(await look('chosen')).toStrictEqual({ found: ['chosen'], skipped: [] });
  const broken = [`${bin}/zap`, `${data}/shims/broken.json`];
  expect(await look('git_baz')).toStrictEqual({ found: ['git_foo', 'chosen', 'git'], skipped: broken });
  expect(await look('git_bar', 'unknown')).toMatchObject({ skipped: broken });
  expect((await listTools(env)).skipped.map(({ source }) => source)).toStrictEqual(broken);
  expect(await resolveTool('git', env)).toMatchObject({ found: { tool: { name: 'git' } }, skipped: [] });
});
