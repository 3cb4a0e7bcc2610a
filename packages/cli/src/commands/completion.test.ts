import { expect, test } from 'vitest';
import { COMPLETION_SCRIPTS } from '../completion/shell-scripts.ts';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const BREAKS = ' \t\n"\'@><=;|&(:';

async function prepare() {
  const machine = await createDemoMachine();
  const { env, work: cwd } = machine;
  const run = (...args: string[]) => runTestCli(args, { env, cwd });
  return { ...machine, run };
}

test.each(['bash', 'zsh', 'fish'] as const)(
  'the script of %s is written, and its help says where it belongs',
  async (shell) => {
    const { run } = await prepare();
    expect(await run('completion', shell)).toStrictEqual({ code: 0, stdout: COMPLETION_SCRIPTS[shell], stderr: '' });
    expect((await run('completion', shell, '--help')).stdout).toContain(
      `  ${shell === 'fish' ? '' : 'source <('}atip completion ${shell}`,
    );
  },
);

test.each([
  ['bash', [BREAKS, 'atip run demo_say lo'], 'none\nloud=\n'],
  ['bash', [BREAKS, 'atip validate x'], 'files\n'],
  ['zsh', ['show', 'd'], 'none\n\ndemo\tdemo  -- Does what tests need\n'],
  ['fish', ['run', 'demo_wi'], 'none\n\ndemo_wipe\tWrites a file\n'],
  ['fish', ['check', '--policy=x'], 'files\n--policy=\n'],
  ['fish', [''], undefined],
])('%s asks for %j', async (shell, words, expected) => {
  const { run } = await prepare();
  const { code, stdout, stderr } = await run('completion', 'words', shell, '--', ...words);
  expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
  if (expected === undefined) expect(stdout).toMatch(/^none\n\nsetup\tmake a coding agent/);
  else expect(stdout).toBe(expected);
});

test('what cannot be read fails without a word, since it would land in the line that is typed', async () => {
  const { env } = await prepare();
  const asked = ['completion', 'words', 'bash', '--', BREAKS, 'atip show d'];
  expect(await runTestCli(asked, { env })).toStrictEqual({ code: 0, stdout: 'none\ndemo\n', stderr: '' });
  const { HOME: _, ...rest } = env;
  const broken = {
    ...rest,
    get HOME(): string {
      throw new Error('It cannot be read.');
    },
  };
  expect(await runTestCli(asked, { env: broken })).toStrictEqual({ code: 5, stdout: '', stderr: '' });
  // The same failure is reported when a person runs the command.
  expect((await runTestCli(['list'], { env: broken })).stderr).toContain('It cannot be read.');
});
