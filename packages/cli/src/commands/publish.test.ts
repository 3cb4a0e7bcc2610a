import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDemoMachine, DEMO_TOOL } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

async function prepare() {
  const { env, work: cwd } = await createDemoMachine();
  const cli = (...args: readonly string[]) => runTestCli(args, { env, cwd });
  const write = (version: string, { say, fail }: Record<string, unknown> = DEMO_TOOL.commands ?? {}) =>
    writeFile(
      join(cwd, 'demo.json'),
      JSON.stringify({ ...DEMO_TOOL, version, commands: { say, ...(fail ? { fail } : {}) } }),
    );
  return { cwd, cli, write };
}

test('a person is told what changed, what stays and what comes next', async () => {
  const { cwd, cli, write } = await prepare();
  await mkdir(join(cwd, 'team/.git'), { recursive: true });
  await write('1.0.0');
  const first = await cli('publish', 'demo.json', '--to', 'team/registry');
  expect(first).toStrictEqual({
    ...{ code: 0, stderr: 'demo.json: 1 hint\n' },
    stdout: `demo 1.0.0  is new
3 files written.
Next: cd team && git add registry && git commit -m 'Publish demo 1.0.0' && git push
`,
  });
  await write('2.0.0', { say: DEMO_TOOL.commands?.['say'] });
  const second = await cli('publish', 'demo.json', '--to', 'team/registry');
  expect(second.stdout).toBe(`demo 2.0.0  was 1.0.0: a major change; 1 earlier version kept
  demo fail is gone.
3 files written.
Next: cd team && git add registry && git commit -m 'Publish demo 2.0.0' && git push
`);
  expect((await cli('publish', 'demo.json', '--to', 'team/registry')).stdout).toBe(
    'demo 2.0.0  is there already\n0 files written.\n',
  );
});

test('signed by a new key, outside of a repository, with an end', async () => {
  const { cli, write, cwd } = await prepare();
  await write('1.0.0');
  await cli('sign', '--new-key', 'registry.key');
  const args = ['--to', 'public', '--key', 'registry.key', '--expires', '2999-01-01', '--json'];
  const { stdout } = await cli('publish', 'demo.json', ...args);
  expect(JSON.parse(stdout)).toStrictEqual({
    directory: join(cwd, 'public'),
    tools: [{ name: 'demo', version: '1.0.0', state: 'new', kept: 0 }],
    ...{ version: 1, written: 4, doubts: [] },
  });
  await write('1.0.1');
  expect(await cli('publish', 'demo.json', '--to', 'public')).toStrictEqual({
    ...{ code: 1, stdout: '' },
    stderr: `demo.json: 1 hint\natip: Nothing was published. The registry is signed (${cwd}/public/index.json.sigstore.json); publish with --key.\n`,
  });
  expect((await cli('publish', 'demo.json', '--to', 'public', '--key', 'registry.key')).stdout).toBe(
    'demo 1.0.1  was 1.0.0: only words changed; 1 earlier version kept\n4 files written, index version 2.\nNext: copy the directory to its host.\n',
  );
});

test('what is no document, and a place that is a file, are refused', async () => {
  const { cli, write, cwd } = await prepare();
  await write('1.0.0');
  await writeFile(join(cwd, 'none.json'), '{"name": "x"}');
  expect((await cli('publish', 'none.json', '--to', 'public')).code).toBe(1);
  expect((await cli('publish', 'demo.json')).code).toBe(2);
  const { code, stderr } = await cli('publish', 'demo.json', '--to', 'none.json');
  expect({ code, stderr }).toStrictEqual({
    code: 5,
    stderr: 'demo.json: 1 hint\natip: The registry cannot be written (ENOTDIR).\n',
  });
});
