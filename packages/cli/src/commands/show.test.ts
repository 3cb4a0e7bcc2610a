// needs: bwrap
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type AtipEffects, type AtipOption, parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { createDemoMachine, DEMO_TOOL } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

async function prepare(tool = DEMO_TOOL) {
  const machine = await createDemoMachine(tool);
  const { env, work: cwd } = machine;
  const show = (...args: string[]) => runTestCli(['show', ...args], { env, cwd });
  return { ...machine, show };
}

test('a tool is shown as `run` takes it, with its safety flags', async () => {
  const { show, home, bin } = await prepare();
  const { code, stdout, stderr } = await show('demo', '--commands', 'say,wipe');
  expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')).toStrictEqual([
    'demo 1.0.0  Does what tests need',
    `  described by ${home}/.local/share/agent-tools/tools/demo.json (tools), trust user`,
    `  program ${bin}/demo`,
    '',
    'demo_say  demo say  [🔒 READ-ONLY]',
    '  Prints its arguments',
    '  by itself: only read',
    '    text=string    required  What to print',
    '    loud=boolean             Shouts',
    '    times=integer            How often',
    '    tag=array                Tags',
    '',
    'demo_wipe  demo wipe  [⚠️ DESTRUCTIVE]  [⚠️ NOT REVERSIBLE]',
    '  Writes a file',
    '  by itself: destroy, write files, be irreversible',
    '    what=string    What goes',
    '',
  ]);
});

test.each([[['demo_say']], [['demo', 'say']], [['demo say']]])('the command %j is shown alone', async (words) => {
  const { show } = await prepare();
  expect(await show(...words)).toStrictEqual(await show('demo', '--commands', 'say'));
});

test('--json is a document that reads back', async () => {
  const { show } = await prepare();
  const whole = await show('demo', '--json');
  expect(JSON.parse(whole.stdout)).toStrictEqual({ ...DEMO_TOOL, trust: { source: 'user' } });
  const { tool, issues } = parseTool((await show('demo', '--json', '--commands', 'say')).stdout);
  expect(issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
  expect(tool).toMatchObject({ partial: true, includedCommands: 1, totalCommands: 5 });
});

test.each([
  [['deom'], 1, 'No tool called "deom" is known. Did you mean demo?'],
  [['demo_sya'], 1, 'No tool called "demo_sya" is known. Did you mean demo?'],
  [['demo', 'sya'], 2, 'No tool has a command called "sya". Did you mean say?'],
  [['x'], 1, 'No tool called "x" is known. `atip list --refresh` looks for tools.'],
  [['demo', '--commands', 'sya'], 2, 'No tool has a command called "sya". Did you mean say?'],
  [['demo', '--depth', '0'], 2, 'A whole number above 0 is expected.'],
  [[], 2, "missing required argument 'name'"],
])('%j ends with %i: %s', async (args, code, said) => {
  const { show } = await prepare();
  const outcome = await show(...args);
  expect({ code: outcome.code, stdout: outcome.stdout }).toStrictEqual({ code, stdout: '' });
  expect(outcome.stderr).toContain(said);
});

test.each([
  ['show', ['show', 'demo'], 'No tool called "demo" is known.'],
  ['run', ['run', 'demo_say', 'text=a'], 'No tool has a command called "demo_say".'],
  ['check', ['check', '-'], 'No tool has a command called "demo_say".'],
  ['mcp', ['mcp', '--tools', 'demo'], 'No tool is called "demo"; `atip list` lists the known ones.'],
])('where an override does not fit, %s says so and not only that nothing is known', async (_name, args, said) => {
  const { home, env, work: cwd } = await prepare();
  const overrides = join(home, '.config/agent-tools/overrides');
  await mkdir(overrides, { recursive: true });
  await writeFile(join(overrides, 'demo.json'), '{ "commands": { "nosuch\\u001b[2J": null } }');
  const input = JSON.stringify({ id: '1', name: 'demo_say', arguments: {} });
  const streams = { stdin: new PassThrough().end(), stdout: new PassThrough() };
  const { stdout, stderr } = await runTestCli(args, { env, cwd, input, streams });
  const text = stdout + stderr;
  expect(text).toContain(said);
  expect(text).toContain(`${overrides}/demo.json: "demo" is left out, since its override does not fit: `);
  expect(text).not.toContain('\u001b');
});

test('what an option adds stands at the option, and at its command that it does', async () => {
  const look = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };
  const option = (name: string, effects?: unknown): AtipOption => ({
    ...{ name, flags: [`--${name}`], type: 'boolean', description: 'D' },
    // A document may be written like this.
    ...(effects === undefined ? {} : { 'x-effects': effects as AtipEffects }),
  });
  const options = [
    option('delete', { destructive: true, reversible: false, filesystem: { delete: true } }),
    option('log', { filesystem: { write: true } }),
    option('mild', { destructive: false }),
    option('broken', 'yes'),
    option('plain'),
  ];
  const commands = { look: { description: 'Looks', effects: look, options } };
  const { show } = await prepare({ ...DEMO_TOOL, commands });
  expect((await show('demo')).stdout.split('\n').slice(4)).toStrictEqual([
    'demo_look  demo look  [🔒 READ-ONLY unless an option says otherwise]',
    '  Looks',
    '  by itself: only read',
    '    delete=boolean    [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE when given] D',
    '    log=boolean       [WRITES FILES when given] D',
    '    mild=boolean      D',
    '    broken=boolean    [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT | 💰 BILLABLE | ⚠️ ENDS PROCESSES | ⚠️ RUNS WHAT YOU NAME | ⚠️ SENDS DATA when given] D',
    '    plain=boolean     D',
    '',
  ]);
});
