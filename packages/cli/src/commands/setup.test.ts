import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';
import { type CliRun, runTestCli } from '../testing/run-test-cli.ts';

// A clone may be in a temporary directory; the program must not seem to be in one.
process.argv[1] = process.execPath;

async function machine() {
  const { at, write } = await createTemporaryDirectory();
  const env = { HOME: at('home'), PATH: '', NO_COLOR: '1' };
  const atip = (words: string, ask?: (question: string) => Promise<string>): Promise<CliRun> =>
    runTestCli(words.split(' '), { cwd: at('work'), env, ...(ask && { ask }) });
  return { at, write, atip, settings: at('home/.gemini/settings.json') };
}

test('a person sees the lines, is asked, and can take it back', async () => {
  const { atip, settings, write } = await machine();
  await write('home/.gemini/settings.json', '{\n  // mine\n  "a": 1\n}\n');
  const asked = await atip('setup gemini', async () => 'n');
  expect([asked.code, asked.stderr]).toStrictEqual([3, 'atip: Nothing was written.\n']);
  expect(asked.stdout.split('\n').slice(0, 5)).toStrictEqual([
    `${settings}: lines that change`,
    '  line 3',
    '  -   "a": 1',
    '  +   "a": 1,',
    '  +   "hooks": {',
  ]);
  expect(readFileSync(settings, 'utf8')).toBe('{\n  // mine\n  "a": 1\n}\n');
  const done = await atip('setup gemini', async () => 'y');
  expect([done.code, done.stdout.split('\n').slice(-3, -1)]).toStrictEqual([
    0,
    ['Done. From its next start on, it asks atip before each shell line.', 'To undo this: atip setup gemini --remove'],
  ]);
  expect(readFileSync(settings, 'utf8')).toContain(
    "gate --hook gemini || ! echo 'atip blocks this line.' >&2 || exit 2",
  );
  expect((await atip('setup gemini')).stdout).toContain('It is set up already.');
  const questions: string[] = [];
  const kept = await atip('setup gemini --remove', async (question) => {
    questions.push(question);
    return 'n';
  });
  expect([questions, kept.stdout]).toStrictEqual([
    ['Undo the setup? [y/N] '],
    expect.stringContaining('to be restored'),
  ]);
  expect((await atip('setup gemini --remove --yes')).stdout).toContain('to be restored');
  expect(readFileSync(settings, 'utf8')).toBe('{\n  // mine\n  "a": 1\n}\n');
});

test('without a terminal it needs --yes, and --dry-run writes nothing', async () => {
  const { atip, settings } = await machine();
  expect((await atip('setup gemini')).code).toBe(3);
  expect((await atip('setup gemini --dry-run')).code).toBe(0);
  expect(existsSync(settings)).toBe(false);
  const { stdout } = await atip('setup codex --yes --json --mcp');
  const { files, ...told } = JSON.parse(stdout) as { readonly files: readonly { readonly action: string }[] };
  expect(told).toStrictEqual({
    agent: 'codex',
    scope: 'person',
    next:
      'Codex runs no new hook before you have trusted it: start codex and type /hooks. A hook can block a line and spare ' +
      'a question, but not ask: for that, Codex has rules of its own in ~/.codex/rules. It also has the tools that `atip mcp` offers.',
    written: true,
  });
  expect(files.map(({ action }) => action)).toStrictEqual(['create', 'create']);
});

test('what cannot be done is refused with a reason', async () => {
  const { atip, write } = await machine();
  await write('home/.gemini/settings.json', '{\n  "a": \n}\n');
  const broken = await atip('setup gemini --yes');
  expect([broken.code, broken.stderr.includes('settings.json:3: the file is left alone.')]).toStrictEqual([1, true]);
  expect((await atip('setup claude-desktop --project')).code).toBe(2);
  expect((await atip('setup gemini --project --person')).code).toBe(2);
  expect((await atip('setup emacs')).code).toBe(2);
  expect((await atip('setup claude')).stderr).toContain(
    'Did you mean claude-code or claude-desktop? Allowed choices are',
  );
  expect((await atip('setup codx')).stderr).toContain('Did you mean codex? Allowed');
});

test('ten setups at once leave one, and say so', async () => {
  const { atip, settings } = await machine();
  const runs = await Promise.all(Array.from({ length: 10 }, () => atip('setup gemini --mcp --yes')));
  expect(runs.map(({ code, stderr }) => [code, stderr])).toStrictEqual(runs.map(() => [0, '']));
  expect(readFileSync(settings, 'utf8').match(/gate --hook gemini/g)?.length).toBe(1);
  const next = 'it asks atip before each shell line, and has the tools that `atip mcp` offers.';
  expect(runs.some(({ stdout }) => stdout.includes(next))).toBe(true);
});

test('the doctor says what is set up, broken, and gone', async () => {
  const { atip, write, at } = await machine();
  await atip('setup vscode --yes');
  await write('work/.keep', '');
  await write('home/.gemini/settings.json', '{');
  await write(
    'home/.copilot/hooks/atip.json',
    '{"hooks":{"preToolUse":[{"bash":"/gone/atip gate --hook copilot || exit 2"}]}}',
  );
  const lines = (await atip('doctor')).stdout.split('\n').filter((line) => /^\w+ +agent /.test(line));
  expect(lines).toStrictEqual([
    `problem  agent gemini, for you: ${at('home/.gemini/settings.json')}:1: the file is left alone. The text ends here, where a key in double quotes was expected.`,
    'problem  agent copilot, for you: /gone/atip is not there',
    'ok       agent vscode, for you: set up: the MCP server',
  ]);
});

test.each([
  ['TOUCH x; atip gate --hook claude-code', 'home', 'note', false],
  ['TOUCH x; atip gate --hook claude-code', 'work', 'note', false],
  ['"$(TOUCH)" gate --hook claude-code', 'home', 'problem', false],
  // A program that a person's own file starts is asked: the agent starts it before each line.
  ['TOUCH gate --hook claude-code', 'home', 'problem', true],
])('the doctor starts nothing but a hook: %s, in %s', async (command, place, state, isStarted) => {
  const { atip, write, at } = await machine();
  await write('work/.keep', '');
  await write('bin/touch', `#!/bin/sh\n: > '${at('owned')}'\n`, 0o755);
  const hooks = {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: command.replace('TOUCH', at('bin/touch')) }] }],
  };
  await write(`${place}/.claude/settings.json`, JSON.stringify({ hooks }));
  const { findings } = JSON.parse((await atip('doctor --json')).stdout);
  const told = findings.filter(({ about }: { about: string }) => about.startsWith('agent claude-code'));
  expect(told).toStrictEqual([expect.objectContaining({ state })]);
  expect(existsSync(at('owned'))).toBe(isStarted);
});
