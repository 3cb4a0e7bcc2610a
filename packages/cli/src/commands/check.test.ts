// needs: bwrap
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

async function prepare() {
  const machine = await createDemoMachine();
  const { env, work: cwd } = machine;
  const check = (input: unknown, ...args: string[]) => {
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    return runTestCli(['check', '-', ...args], { env, cwd, input: text });
  };
  return { ...machine, check };
}

const SAY = { id: 'c1', name: 'demo_say', arguments: { text: 'a\u001b[2J\u202e b' } };

test('a call is shown from its command to its argv and its sandbox, and nothing is run', async () => {
  const { check, bin } = await prepare();
  const { code, stdout, stderr } = await check({ ...SAY, arguments: { text: 'a\u202e "b"' } });
  expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')).toStrictEqual([
    'demo_say (c1): allowed',
    '  command    demo say',
    '  may        only read',
    '  argv       ["demo","say","a\\u{202e} \\"b\\""]',
    `  program    ${bin}/demo`,
    '  sandbox    required; works here',
    '',
  ]);
});

test.each([
  ['an allowed one', SAY.name, { text: 'a' }, [], 0],
  ['one that has to be confirmed', 'demo_wipe', {}, [], 3],
  ['one with too little', 'demo_say', {}, [], 1],
])('%s', async (_name, name, given, args, code) => {
  const { check } = await prepare();
  expect((await check({ name, arguments: given }, ...args)).code).toBe(code);
});

test('of an invalid call it shows what is wrong and the command, and nothing that only a valid one has', async () => {
  const { check, bin } = await prepare();
  const { stdout } = await check({ name: 'demo_say', arguments: {} });
  expect(stdout.split('\n')).toStrictEqual([
    'demo_say: invalid',
    '  error      "text" is required.',
    '  command    demo say',
    '  may        only read',
    `  program    ${bin}/demo`,
    '',
  ]);
});

test('--json says the same to a program', async () => {
  const { check, bin } = await prepare();
  const { stdout } = await check({ name: 'demo_wipe' }, '--json');
  const decision = { decision: 'confirm', rule: 'allowDestructive' };
  const command = { words: ['demo', 'wipe'], decision, argv: ['demo', 'wipe'], program: `${bin}/demo` };
  expect(JSON.parse(stdout).calls).toMatchObject([{ valid: true, errors: [], command }]);
});

test('a response is read as its provider writes it, and the worst of its calls counts', async () => {
  const { check } = await prepare();
  const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
  const response = (...content: object[]) => ({ type: 'message', role: 'assistant', stop_reason: 'tool_use', content });
  const say = use('t1', 'demo_say', { text: 'a' });
  const wipe = use('t2', 'demo_wipe', {});
  const args = ['--provider', 'anthropic', '--json'];
  const one = await check(response(say), ...args);
  expect([one.code, JSON.parse(one.stdout).calls.length]).toStrictEqual([0, 1]);
  expect((await check(response(say, wipe), ...args)).code).toBe(3);
  expect((await check(response(wipe, use('t3', 'demo_say', {})), ...args)).code).toBe(1);
});

test.each([
  ['{', [], 1, '<stdin> is not JSON.'],
  ['{}', [], 1, '<stdin> is neither a call { id, name, arguments } nor a response.'],
  [
    { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'hi' } }] },
    [],
    1,
    '<stdin> is a response without a call.',
  ],
  ['{}', ['--provider', 'nobody'], 2, "argument 'nobody' is invalid"],
])('%j with %j ends with %i: %s', async (input, args, code, said) => {
  const { check } = await prepare();
  const outcome = await check(input, ...args);
  expect({ code: outcome.code, stdout: outcome.stdout }).toStrictEqual({ code, stdout: '' });
  expect(outcome.stderr).toContain(said);
});

test.each([
  ['rm -rf / && ls', ['rm -rf / && ls']],
  ['ls', ['ls']],
  ['/bin/ls -l', ['/bin/ls -l']],
  // It would be a file.
  ['/bin/ls', ['--line', '/bin/ls']],
  ['x.json', ['--line', 'x.json']],
])('the line %s is judged as the gate judges it', async (line, args) => {
  const judged = await runTestCli(['gate', line, '--json']);
  expect(JSON.parse(judged.stdout)).toHaveProperty('decision');
  expect(await runTestCli(['check', ...args, '--json'])).toStrictEqual(judged);
});

test.each([['x.json'], ['./ls'], ['/nowhere/call'], ['../call']])('%s is a file that is missing', async (file) => {
  const { code, stderr } = await runTestCli(['check', file]);
  expect([code, stderr]).toStrictEqual([5, `atip: ${file} cannot be read: there is no such file (ENOENT).\n`]);
});

test.each([[[]], [['ls', '--line', 'ls']]])('check %j is neither of the two', async (args) => {
  expect(await runTestCli(['check', ...args])).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: ') });
});
