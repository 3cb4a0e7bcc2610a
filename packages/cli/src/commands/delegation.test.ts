// needs: bwrap
import { expect, test } from 'vitest';
import { createDemoMachine, DEMO_TOOL } from '../testing/demo-machine.ts';
import { speak } from '../testing/speak-mcp.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

/** `touch` does not say whether it destroys. */
const TOOL = {
  ...DEMO_TOOL,
  commands: { ...DEMO_TOOL.commands, touch: { description: 'Touches', effects: { network: false } } },
};
const DELEGATION = {
  delegation: {
    allowedTools: ['demo'],
    deniedCommands: ['demo send', 'demo leak', 'demo fail'],
    effectRestrictions: { destructive: false },
  },
};

async function prepare(delegation: string = JSON.stringify(DELEGATION)) {
  const machine = await createDemoMachine(TOOL);
  const { env, work: cwd } = machine;
  await machine.write('d.json', delegation);
  const atip = (args: readonly string[], more: object = {}) => runTestCli(args, { env, cwd, ...more });
  return { ...machine, atip, cwd };
}

const names = (text: string): string[] =>
  JSON.parse(text).map((tool: { name?: string; function?: { name: string } }) => tool.name ?? tool.function?.name);

test('compile and prompt tell of what is delegated alone', async () => {
  const { atip } = await prepare();
  const compiled = await atip(['compile', 'demo', '--to', 'openai', '--delegation', 'd.json']);
  expect(names(compiled.stdout)).toStrictEqual(['demo_say', 'demo_touch']);
  expect(compiled.stderr).toContain('4 commands left out: not delegated\n');
  expect((await atip(['compile', '--prompt', 'demo', '--delegation', 'd.json'])).stdout).not.toContain('demo_wipe');
  expect((await atip(['compile', '--prompt', 'demo'])).stdout).toContain('demo_wipe');
});

test('run and check refuse by name what is gone, and ask about what does not say', async () => {
  const { atip } = await prepare();
  const denied = await atip(['run', 'demo_send', '--yes', '--delegation', 'd.json']);
  expect([denied.code, denied.stderr]).toStrictEqual([
    3,
    'atip: Nothing was run. demo_send is not delegated: the delegation of d.json:1 denies "demo send" (deniedCommands).\n',
  ]);
  const touch = ['run', 'demo_touch', '--delegation', 'd.json'];
  const asked = await atip(touch);
  expect(asked.code).toBe(3);
  expect(asked.stderr).toContain(
    'The delegation of d.json:1 lets nothing destroy (effectRestrictions/destructive), and demo_touch does not say whether it does.',
  );
  expect((await atip([...touch, '--yes'])).code).toBe(0);
  const call = JSON.stringify({ id: '1', name: 'demo_send', arguments: {} });
  const checked = await atip(['check', '-', '--delegation', 'd.json'], { input: call });
  expect([checked.code, checked.stdout.includes('deniedCommands')]).toStrictEqual([3, true]);
});

test('gate, its hook and run --line deny what is not delegated', async () => {
  const { atip, cwd } = await prepare();
  const gate = async (line: string) => {
    const { stdout } = await atip(['gate', '--json', line, '--delegation', 'd.json']);
    return JSON.parse(stdout).decision;
  };
  expect([await gate('demo touch'), await gate('demo leak')]).toStrictEqual(['confirm', 'deny']);
  const question = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'demo leak' }, cwd };
  const hook = ['gate', '--hook', 'claude-code'];
  const free = await atip(hook, { input: JSON.stringify(question) });
  const held = await atip([...hook, '--delegation', 'd.json'], { input: JSON.stringify(question) });
  const said = ({ stdout }: { stdout: string }) => JSON.parse(stdout).hookSpecificOutput.permissionDecision;
  expect([said(free), said(held)]).toStrictEqual(['allow', 'deny']);
  const line = await atip(['run', '--line', 'demo leak', '--yes', '--delegation', 'd.json']);
  expect([line.code, line.stdout]).toStrictEqual([3, '']);
});

test('the MCP server lists what is delegated', async () => {
  const { env, cwd } = await prepare();
  const { answers } = await speak(['--delegation', 'd.json', '--confirm', 'deny'], { env, cwd }, ['tools/list', {}]);
  expect(names(JSON.stringify(answers.at(-1)?.['tools']))).toStrictEqual(['demo_say', 'demo_touch']);
});

test.each<[string, string, RegExp]>([
  ['a field that none has', '{"allowedTool":["gh"]}', /\/allowedTool is not a field of a delegation/],
  ['no JSON', '{', /^atip: The delegation d\.json:1 is refused: /],
])('a file with %s is refused, and nothing runs', async (_what, text, message) => {
  const { atip } = await prepare(text);
  const { code, stdout, stderr } = await atip(['run', 'demo_say', 'text=x', '--delegation', 'd.json']);
  expect([code, stdout]).toStrictEqual([1, '']);
  expect(stderr).toMatch(message);
});

test('--delegation may be repeated, and each holds', async () => {
  const { atip, write } = await prepare();
  await write('wide.json', JSON.stringify({ allowedTools: ['gh', 'demo'] }));
  await write('other.json', JSON.stringify({ allowedTools: ['gh'] }));
  const say = ['run', 'demo_say', 'text=x', '--delegation', 'wide.json'];
  expect((await atip(say)).code).toBe(0);
  expect((await atip([...say, '--delegation', 'other.json'])).stderr).toContain('does not name "demo" (allowedTools)');
});
