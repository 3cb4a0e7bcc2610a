import { expect, onTestFinished, test } from 'vitest';
import { COMPLETION_SCRIPTS } from '../completion/completion-scripts.ts';
import { createDemoMachine, DEMO_TOOL } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const BREAKS = ' \t\n"\'@><=;|&(:';

async function prepare() {
  const machine = await createDemoMachine();
  onTestFinished(machine.remove);
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

test('the help of all says where each belongs, and not what the scripts ask', async () => {
  const { run } = await prepare();
  const { stdout } = await run('completion', '--help');
  expect(stdout).toContain('~/.bashrc');
  expect(stdout).toContain('~/.zshrc');
  expect(stdout).toContain('~/.config/fish/completions/atip.fish');
  expect(stdout).not.toContain('words [');
  expect(Object.keys(JSON.parse((await run('--agent')).stdout).commands.completion.commands)).toStrictEqual([
    'bash',
    'zsh',
    'fish',
  ]);
});

test.each([
  ['bash', [BREAKS, 'atip run demo_say lo'], 'none\nloud=\n'],
  ['bash', [BREAKS, 'atip run demo_say loud='], 'none\ntrue\nfalse\n'],
  ['bash', [BREAKS, 'atip validate x'], 'files\n'],
  ['zsh', ['show', 'd'], 'none\n\ndemo\tdemo  -- Does what tests need\n'],
  ['zsh', ['compile', '--to', 'an'], 'none\n\nanthropic\tanthropic\n'],
  ['fish', ['run', 'demo_wi'], 'none\n\ndemo_wipe\tWrites a file\n'],
  ['fish', ['compile', '--to', 'an'], 'none\n\nanthropic\n'],
  ['fish', ['check', '--policy=x'], 'files\n--policy=\n'],
  ['fish', [''], undefined],
])('%s asks for %j', async (shell, words, expected) => {
  const { run } = await prepare();
  const { code, stdout, stderr } = await run('completion', 'words', shell, '--', ...words);
  expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
  if (expected === undefined) expect(stdout).toMatch(/^none\n\nvalidate\tcheck ATIP/);
  else expect(stdout).toBe(expected);
});

test('a program of which only an overview is known is not asked for the rest', async () => {
  const { run, script } = await prepare();
  const { say } = DEMO_TOOL.commands ?? {};
  const whole = { ...DEMO_TOOL, name: 'grp', commands: { talk: { description: 'Talks', commands: { say } } } };
  const counts = { partial: true, totalCommands: 1 };
  const omitted = { reason: 'depth-limited', safetyAssumption: 'unknown' };
  const commands = { talk: { description: 'Talks' } };
  const overview = { ...whole, ...counts, commands, filter: { depth: 1 }, includedCommands: 0, omitted };
  const part = { ...whole, ...counts, filter: { commands: ['talk'] }, includedCommands: 1 };
  await script(
    'grp',
    `#!/bin/sh
case "$*" in
  "--agent --depth=1") printf '%s' '${JSON.stringify(overview)}' ;;
  "--agent --commands=talk") printf '%s' '${JSON.stringify(part)}' ;;
esac
`,
  );
  await run('discover');
  const ask = async (...words: string[]) => (await run('completion', 'words', 'fish', '--', ...words)).stdout;
  expect(await ask('show', 'gr')).toBe('none\n\ngrp\tDoes what tests need\n');
  expect(await ask('run', 'grp_talk')).toBe('none\n\n');
  expect(await ask('run', 'grp_talk_say', '')).toBe('none\n\n');
  // Whoever wants them looks at the tool, which asks it; from then on they are known.
  await run('show', 'grp');
  expect(await ask('run', 'grp_talk')).toBe('none\n\ngrp_talk_say\tPrints its arguments\n');
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
  // The same fails aloud where somebody has asked for it.
  expect((await runTestCli(['list'], { env: broken })).stderr).toContain('It cannot be read.');
});

test('a shell that there is no script for is a usage error', async () => {
  const { run } = await prepare();
  const { code, stderr } = await run('completion', 'tcsh');
  expect([code, stderr.includes("unknown command 'tcsh'")]).toStrictEqual([2, true]);
});
