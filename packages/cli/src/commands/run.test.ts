// needs: bwrap
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AtipTool } from '@atip/core';
import { mapToCommand } from '@atip/core/execute';
import { expect, test } from 'vitest';
import { CliError } from '../cli-host.ts';
import { createDemoMachine, DEMO_TOOL, LEAKED_TOKEN } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';
import { parseArguments } from './run.ts';

async function prepare(ask?: (question: string) => Promise<string>) {
  const machine = await createDemoMachine();
  const { env, work: cwd } = machine;
  const run = (...args: string[]) => runTestCli(['run', ...args], { env, cwd, ...(ask && { ask }) });
  const entries = async () =>
    (await runTestCli(['log', '--json'], { env, cwd })).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const wiped = () => existsSync(join(cwd, 'wiped'));
  return { ...machine, run, entries, wiped };
}

test('an allowed call runs, its output goes where the tool sent it, and decision and run are on record', async () => {
  const { run, entries } = await prepare();
  expect(await run('demo_say', 'text=hello there', 'loud=true', 'times=2', 'tag=a', 'tag=b')).toStrictEqual({
    code: 0,
    stdout: '--loud --times=2 --tag=a --tag=b hello there\n',
    stderr: '',
  });
  const [decision, execution] = await entries();
  expect(decision).toMatchObject({ event: 'decision', decision: 'allow', command: ['say'], tool: { name: 'demo' } });
  expect(execution).toMatchObject({ event: 'execution', exitCode: 0, sandbox: { applied: true }, call: decision.call });
});

test('what has to be confirmed is refused where nobody is at a terminal, and is on record', async () => {
  const { run, entries, wiped } = await prepare();
  const { code, stdout, stderr } = await run('demo_wipe');
  expect({ code, stdout, wiped: wiped() }).toStrictEqual({ code: 3, stdout: '', wiped: false });
  expect(stderr).toMatch(
    /^atip: Nothing was run\. A person has to confirm this call: .* --yes answers in advance\.\n$/s,
  );
  expect((await entries()).map(({ event, decision, approved }) => ({ event, decision, approved }))).toStrictEqual([
    { event: 'decision', decision: 'confirm', approved: undefined },
  ]);
});

test('a person sees the program, each element of the argv with all that is invisible, and why; yes runs it', async () => {
  const questions: string[] = [];
  const { run, entries, wiped, bin, work } = await prepare(async (question) => {
    questions.push(question);
    return 'yes';
  });
  const { code, stdout, stderr } = await run('demo_wipe', 'what=all\u202e\u200b "x"');
  expect({ code, stdout, wiped: wiped() }).toStrictEqual({ code: 0, stdout: 'wiped\n', wiped: true });
  expect(questions).toStrictEqual(['Type yes to run it: ']);
  const lines = stderr.split('\n');
  expect(lines.slice(1, 6)).toStrictEqual([
    `  program   "${bin}/demo"`,
    `  argv[0]   "${bin}/demo"`,
    '  argv[1]   "wipe"',
    '  argv[2]   "all\\u{202e}\\u{200b} \\"x\\""',
    `  in        "${work}"`,
  ]);
  expect(lines[0]).toBe('demo wipe is about to run.  [⚠️ DESTRUCTIVE]  [⚠️ NOT REVERSIBLE]');
  expect(lines[6]).toBe('  may       destroy, write files, be irreversible');
  expect(lines[7]).toMatch(/^ {2}because {3}\S/);
  expect(stderr).toContain('always    is not offered. what has characters that are invisible in a rule.');
  expect((await entries())[0]).toMatchObject({ decision: 'confirm', approved: true });
});

test.each(['', 'n', 'yess'])('the answer %j is not yes', async (answer) => {
  const { run, entries, wiped } = await prepare(async () => answer);
  const { code, stderr } = await run('demo_wipe');
  expect({ code, wiped: wiped() }).toStrictEqual({ code: 3, wiped: false });
  expect(stderr).toContain('The confirmation was declined');
  expect(stderr).not.toContain('--yes');
  expect((await entries())[0]).toMatchObject({ decision: 'confirm', approved: false });
});

test.each([
  ['the command is stopped', new Error('Stopped.'), true],
  ['the person presses Ctrl+C or Ctrl+D', Object.assign(new Error('Aborted'), { name: 'AbortError' }), false],
])('no answer comes since %s: nothing runs, and that it was asked for is on record', async (_name, reason, stopped) => {
  const stop = new AbortController();
  const { env, work: cwd, wiped, entries } = await prepare();
  const ask = async (): Promise<string> => {
    if (stopped) stop.abort(reason);
    throw reason;
  };
  const outcome = await runTestCli(['run', 'demo_wipe'], { env, cwd, ask, signal: stop.signal });
  expect(outcome.code).toBe(3);
  expect(outcome.stderr).toMatch(/\natip: Nothing was run\. No answer came\.\n$/);
  expect(wiped()).toBe(false);
  expect((await entries()).map(({ decision, approved }) => ({ decision, approved }))).toStrictEqual([
    { decision: 'confirm', approved: undefined },
  ]);
});

test('--yes answers what has to be confirmed, and never what is denied', async () => {
  const { run, wiped, write } = await prepare();
  await write('policy.json', JSON.stringify({ allowDestructive: false, denyRestricted: true }));
  const denied = await run('demo_wipe', '--yes', '--policy', 'policy.json');
  expect({ code: denied.code, wiped: wiped() }).toStrictEqual({ code: 3, wiped: false });
  expect(denied.stderr).toMatch(/^atip: Nothing was run\. /);
  expect((await run('demo_wipe', '--yes')).code).toBe(0);
  expect(wiped()).toBe(true);
});

test('secrets and terminal sequences do not reach the terminal', async () => {
  const { run } = await prepare();
  const { code, stdout, stderr } = await run('demo_leak');
  expect({ code, stderr }).toStrictEqual({ code: 0, stderr: 'to stderr\n' });
  expect(stdout).toMatch(/^token: \[REDACTED[^\]]*\]\n$/);
  const json = await run('demo_leak', '--json');
  expect(json.stdout).not.toContain(LEAKED_TOKEN);
  expect(JSON.parse(json.stdout)).toMatchObject({ stdout, stderr, success: true, exitCode: 0 });
  expect(json.stderr).toBe('');
});

test('a tool that fails is exit code 4, with what it said', async () => {
  const { run } = await prepare();
  expect(await run('demo_fail')).toStrictEqual({
    code: 4,
    stdout: '',
    stderr: 'broken\natip: demo_fail failed with exit code 7.\n',
  });
});

test('--dry-run writes the argv and runs nothing, and ends as the run would', async () => {
  const { run, wiped, home } = await prepare();
  const allowed = await run('demo_say', 'text=hi', '--dry-run');
  expect({ code: allowed.code, stdout: allowed.stdout }).toStrictEqual({ code: 0, stdout: '["demo","say","hi"]\n' });
  const refused = await run('demo_wipe', '--dry-run');
  expect({ code: refused.code, stdout: refused.stdout }).toStrictEqual({ code: 3, stdout: '["demo","wipe"]\n' });
  expect((await run('demo_wipe', '--dry-run', '--yes')).code).toBe(0);
  expect((await run('demo_say', '--dry-run')).code).toBe(1);
  expect(wiped()).toBe(false);
  expect(await readdir(home)).toStrictEqual(['.config', '.local']);
  expect(await readdir(join(home, '.local'))).toStrictEqual(['share']);
});

test.each([
  [['demo_sya'], 1, 'Did you mean demo_say'],
  [['nothing'], 1, '`atip list` names the tools'],
  [['demo_say'], 1, '"text" is required.'],
  [['demo_say', 'hello', '--lout'], 1, '"--lout" is not an option of "demo say". Did you mean "--loud"?'],
  [['demo_say', 'hello', 'times=2'], 2, 'Write the arguments of demo say as key=value, or as you type them, not both.'],
  [['demo syy x'], 1, 'Did you mean demo_say'],
  [['demo say a | cat'], 2, "That needs a shell: atip run --line 'demo say a | cat'"],
  [['demo say $HOME'], 2, "atip run --line 'demo say $HOME'"],
  [['--lout', 'demo_say'], 2, "unknown option '--lout'"],
  [
    ['demo_say', 'text=a', '--timeout', '1 week'],
    2,
    'It has to be a time such as 90s, 10m or 1h, or seconds, up to 24h.',
  ],
  [
    ['demo_say', 'text=a', '--max-output', '1GB'],
    2,
    'It has to be a size such as 500kB or 2MiB, or bytes, up to 10MiB.',
  ],
  [
    ['demo_say', 'text=a', '--policy', 'missing.json'],
    5,
    'missing.json cannot be read: there is no such file (ENOENT).',
  ],
  [['demo_say', 'text=a', '--cwd', 'missing'], 2, '--cwd must name a directory, and '],
])('%j ends with %i: %s', async (args, code, said) => {
  const { run } = await prepare();
  const outcome = await run(...args);
  expect({ code: outcome.code, stdout: outcome.stdout }).toStrictEqual({ code, stdout: '' });
  expect(outcome.stderr).toContain(said);
});

test.each([
  ['demo_say', '--loud', 'a b'],
  ['demo say', '--loud', 'a b'],
  ['demo', 'say', '--loud', 'a b'],
  ['demo say --loud "a b"'],
  ['demo say --loud', 'text=a b'],
  ['demo_say', '--', '--loud', 'a b'],
  ['demo_say', 'loud=true', 'text=a b'],
])('%j %j %j is understood as what it says', async (...args: string[]) => {
  const { run, entries } = await prepare();
  expect(await run(...args)).toStrictEqual({ code: 0, stdout: '--loud a b\n', stderr: '' });
  expect((await entries())[0]).toMatchObject({ decision: 'allow', command: ['say'] });
});

test('words are judged as the call that they are', async () => {
  const { run, wiped } = await prepare();
  const { code, stderr } = await run('demo', 'wipe', 'all');
  expect([code, wiped()]).toStrictEqual([3, false]);
  expect(stderr).toContain('A person has to confirm this call: demo_wipe');
  expect(await run('demo wipe', '--dry-run', '--yes')).toMatchObject({ code: 0, stdout: '["demo","wipe"]\n' });
});

test('an option that the command has too is not taken for ours', async () => {
  const options = [{ name: 'json', flags: ['--json'], type: 'string' as const, description: 'J' }];
  const { commands: { say } = {} } = DEMO_TOOL;
  const { env, work: cwd } = await createDemoMachine({
    ...DEMO_TOOL,
    commands: { say: { ...say, description: 'S', options } },
  });
  const run = (...args: string[]) => runTestCli(['run', ...args], { env, cwd });
  expect(await run('demo_say', '--json', 'x', 'y')).toStrictEqual({
    code: 2,
    stdout: '',
    stderr: 'atip: --json is an option of atip run and of demo say. Write the words of demo say after --.\n',
  });
  expect((await run('demo_say', '--', '--json', 'x', 'y')).stdout).toBe('--json=x y\n');
  expect((await run('demo say y', '--json')).code).toBe(2);
});

/** A machine where `demo` writes 30 kB and sleeps, with a limit in its document and in the configuration. */
async function prepareSlow(limits?: object, timeout?: string) {
  const { commands: { say } = {} } = DEMO_TOOL;
  const slow = {
    description: 'S',
    effects: { ...say?.effects, ...(timeout !== undefined && { duration: { timeout } }) },
  };
  const machine = await createDemoMachine({ ...DEMO_TOOL, commands: { say: { description: 'S', ...say }, slow } });
  const { env, work: cwd, home, script } = machine;
  await script('demo', '#!/bin/sh\nseq 6000\n[ "$1" = slow ] && sleep 60\nexit 0\n');
  const file = join(home, '.config/agent-tools/config.json');
  await writeFile(
    file,
    `{\n"policy": { "byTrust": false }${limits ? `,\n"limits": ${JSON.stringify(limits)}` : ''}\n}`,
  );
  return { file, run: (...args: string[]) => runTestCli(['run', ...args], { env, cwd }) };
}

test.each([
  ['of the document', undefined, '1s', [], 'that of the document of demo (duration.timeout); "limits" in'],
  ['of the configuration, before it', { timeout: 1 }, '50s', [], 'set by "limits" in FILE:3.'],
  ['of the option, before both', { timeout: '40s' }, '50s', ['--timeout', '1s'], 'set by --timeout.'],
])('out of time by the limit %s, which is named', async (_name, limits, timeout, options, said) => {
  const { run, file } = await prepareSlow(limits, timeout);
  const { code, stdout, stderr } = await run('demo_slow', ...options);
  expect({ code, lines: stdout.split('\n').length }).toStrictEqual({ code: 4, lines: 6001 });
  expect(stderr).toContain(`atip: The time limit of 1 s is ${said.replace('FILE', file)}`);
  expect(stderr).toContain('atip: demo_slow was ended: it ran out of time.');
});

test.each([
  [
    'of the option',
    undefined,
    ['--max-output', '20'],
    'The first and the last 10 bytes of a stream are kept: the limit of 20 bytes is set by --max-output.',
  ],
  ['of the configuration', { maxOutput: '20B' }, [], 'set by "limits" in FILE:3.'],
])(
  'of output beyond the limit %s both ends are shown, and the program runs on',
  async (_name, limits, options, said) => {
    const { run, file } = await prepareSlow(limits);
    const { code, stdout, stderr } = await run('demo_say', 'text=a', ...options);
    expect({ code, stdout }).toStrictEqual({
      code: 0,
      stdout: '1\n2\n3\n4\n5\n\n[28873 characters are left out here.]\n5999\n6000\n',
    });
    expect(stderr).toContain(said.replace('FILE', file));
  },
);

test('limits that are none are refused, with their line', async () => {
  const { run, file } = await prepareSlow({ timeout: '1 week', maxOutput: '1kB' });
  const { code, stderr } = await run('demo_say', 'text=a');
  expect(code).toBe(1);
  expect(stderr).toContain(`${file}:3: "timeout" has to be a time such as 90s, 10m or 1h, or seconds, up to 24h.`);
});

test('a program that was replaced since it was discovered is not run, and the way out is named', async () => {
  const { run, script, env, work: cwd } = await prepare();
  const document = JSON.stringify({ ...DEMO_TOOL, name: 'self' });
  const answer = `[ "$1" = --agent ] && exec printf '%s' '${document}'`;
  const path = await script('self', `#!/bin/sh\n${answer}\necho as discovered\n`);
  await runTestCli(['list', '--refresh'], { env, cwd });
  expect((await run('self_fail')).stdout).toBe('as discovered\n');
  await script('self', `#!/bin/sh\n${answer}\necho replaced\n`);
  const hint = `"${path}" was replaced since it was discovered; \`atip list --refresh\` asks it again.`;
  const { code, stdout, stderr } = await run('self_fail');
  expect({ code, stdout }).toStrictEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(hint);
  expect((await runTestCli(['show', 'self'], { env, cwd })).stderr).toContain(hint);
});

const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'x',
  version: '1',
  description: 'd',
  commands: {
    '': {
      description: 'd',
      arguments: [{ name: 'files', type: 'file', description: 'd', variadic: true }],
      options: [
        { name: 'dry-run', flags: ['--dry-run'], type: 'boolean', description: 'd' },
        { name: 'limit', flags: ['--limit'], type: 'integer', description: 'd' },
        { name: 'label', flags: ['--label'], type: 'array', description: 'd' },
        { name: 'title', flags: ['--title'], type: 'string', description: 'd' },
      ],
    },
  },
};
const MAPPING = mapToCommand('x', [TOOL]);

test.each([
  [[], {}],
  [['title='], { title: '' }],
  [['title=a=b'], { title: 'a=b' }],
  [['dry-run=true'], { 'dry-run': true }],
  [['limit=5'], { limit: '5' }],
  [['label=a', 'title=t', 'label=b'], { label: ['a', 'b'], title: 't' }],
  [['label=["a","b"]'], { label: ['a', 'b'] }],
  [['files=a', 'files=b'], { files: ['a', 'b'] }],
])('%j are %j', (words, expected) => {
  expect(parseArguments(words, MAPPING)).toStrictEqual(expected);
});

test.each([
  [['=a'], 2, 'Argument 1 is not written as key=value.'],
  [['title=a', 'title=b'], 1, 'title is given twice and takes one value.'],
  [['label=[a'], 1, 'label begins like a JSON list but is not one. Write a text that begins with [ as label=["[…"].'],
] as const)('%j is refused with %i', (words, code, message) => {
  expect(() => parseArguments(words, MAPPING)).toThrow(new CliError(code, message));
});

test('a line runs as a whole, with what is on standard input, and its parts are on record', async () => {
  const { env, work: cwd, entries } = await prepare();
  const run = (...args: string[]) =>
    runTestCli(['run', ...args], { env: { ...env, ATIP_SHIMS: 'on' }, cwd, input: 'b\na\n' });
  expect(await run('--line', 'sort | head -n 1 && demo say x', '--stdin')).toStrictEqual({
    code: 0,
    stdout: 'a\nx\n',
    stderr: '',
  });
  expect(await run('--line', 'cat')).toStrictEqual({ code: 0, stdout: '', stderr: '' });
  const [decision, execution] = await entries();
  expect(decision).toMatchObject({
    ...{ event: 'decision', decision: 'allow', tool: { name: 'bash' }, command: [] },
    parts: [
      { program: 'sort', command: [], decision: 'allow' },
      { program: 'head', command: [], decision: 'allow' },
      { program: 'demo', command: ['say'], decision: 'allow' },
    ],
  });
  expect(execution).toMatchObject({ event: 'execution', exitCode: 0, call: decision.call });
});

test('what is piped reaches a command that reads it, unless the call names a file; bytes need not be text', async () => {
  const { env, work: cwd, write, entries } = await prepare();
  await write('x.txt', 'of the file');
  const input = new Uint8Array([0x61, 0xff, 0x0a]);
  const host = { env: { ...env, ATIP_SHIMS: 'on' }, cwd, input };
  const run = (isPiped: boolean, ...args: string[]) => runTestCli(['run', ...args], { ...host, isPiped });
  expect(await run(true, 'wc', 'bytes=true')).toStrictEqual({ code: 0, stdout: '3\n', stderr: '' });
  expect(await run(true, 'wc', 'bytes=true', 'file=x.txt')).toMatchObject({ stdout: '11 x.txt\n' });
  expect(await run(true, 'wc', 'bytes=true', 'stdin=four')).toMatchObject({ stdout: '4\n' });
  expect(await run(false, 'wc', 'bytes=true')).toMatchObject({ stdout: '0\n' });
  expect(await run(false, 'wc', 'bytes=true', '--stdin')).toMatchObject({ stdout: '3\n' });
  expect(await run(true, 'cat')).toMatchObject({ code: 0, stdout: 'a\ufffd\n' });
  expect(await run(true, 'uname')).toMatchObject({ code: 0, stdout: 'Linux\n' });
  const decisions = (await entries()).filter(({ event }) => event === 'decision');
  expect(decisions.map(({ input: given }) => given?.bytes)).toStrictEqual([
    3,
    undefined,
    4,
    undefined,
    3,
    3,
    undefined,
  ]);
});

test('a person is asked about a line with its parts; --dry-run runs nothing, --json gives the result', async () => {
  const { run, work, wiped } = await prepare(async () => 'yes');
  const { code, stdout, stderr } = await run('--line', 'demo say x | demo wipe', '--json');
  expect({ code, wiped: wiped() }).toStrictEqual({ code: 0, wiped: true });
  expect(JSON.parse(stdout)).toMatchObject({ success: true, stdout: 'wiped\n', exitCode: 0 });
  expect(stderr.split('\n').slice(0, 13)).toStrictEqual([
    'bash is about to run.  [⚠️ DESTRUCTIVE]  [⚠️ NOT REVERSIBLE]',
    '  demo say x | demo wipe',
    expect.stringMatching(/^ {2}program {3}"\/.*\/bash"$/),
    expect.stringMatching(/^ {2}argv\[0\]/),
    '  argv[1]   "--noprofile"',
    '  argv[2]   "--norc"',
    '  argv[3]   "-c"',
    '  argv[4]   "--"',
    '  argv[5]   "demo say x | demo wipe"',
    `  in        "${work}"`,
    '  part      allow    "demo say x"',
    '  part      confirm  "demo wipe"',
    '  may       destroy, write files, be irreversible',
  ]);
  expect(await run('--line', 'demo wipe', '--dry-run')).toMatchObject({
    code: 0,
    stdout: '["bash","--noprofile","--norc","-c","--","demo wipe"]\n',
  });
});

test.each([
  [['demo_say', '--line', 'ls'], /Usage: atip run NAME/],
  [[], /Usage: atip run NAME/],
  [['demo_say', '--stdin'], /demo_say does not say that it reads standard input/],
  [['demo_say', '--allow-env', 'LD_PRELOAD'], /"LD_PRELOAD" could make a tool run other code/],
  [['--line', 'ls', '--credentials'], /--allow-env and --credentials are for one tool/],
])('usage of %j', async (args, message) => {
  const { run } = await prepare();
  const { code, stderr } = await run(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
