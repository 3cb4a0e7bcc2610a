// needs: bwrap
import { expect, test } from 'vitest';
import { createTestMachine, OPEN_SANDBOX, overviewTool } from '../../../node/src/testing/test-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';
import { speak } from '../testing/speak-mcp.ts';

/** A machine that knows one tool by its overview, and another by its canonical schema. */
async function prepare() {
  const { directory, env, scan } = await createTestMachine(OPEN_SANDBOX);
  await directory.script('bin/bigtool', overviewTool());
  await directory.script('bin/file-edit', FILE_EDIT);
  await scan();
  await directory.write(
    'home/.config/agent-tools/config.json',
    '{"probe":{"timeout":10000},"policy":{"preset":"standard"}}',
  );
  const run = (args: readonly string[], input = '') =>
    runTestCli(args, { env: { ...env, NO_COLOR: '1' }, cwd: env.HOME, input });
  return { run, directory, env };
}

const SCHEMA = {
  name: 'file_edit',
  description: 'Edits a file',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string', description: 'Path' }, all: { type: 'boolean', description: 'All' } },
    required: ['path'],
  },
};
const FILE_EDIT = `#!/bin/sh
# "parameters" --schema
case "$*" in --schema) /bin/cat <<'END'
${JSON.stringify(SCHEMA)}
END
;; *) echo "$# words, and $(/bin/cat)";; esac
`;

const namesIn = (text: string): string[] => (JSON.parse(text) as { name: string }[]).map(({ name }) => name);

test('compile has all commands of a tool that is known by its overview, or those that are asked for', async () => {
  const { run } = await prepare();
  const some = await run(['compile', 'bigtool', '--to', 'mcp', '--commands', 'harm']);
  expect(namesIn(some.stdout)).toStrictEqual(['bigtool_harm_look', 'bigtool_harm_act']);
  const all = await run(['compile', 'bigtool', '--to', 'mcp']);
  expect(namesIn(all.stdout)).toStrictEqual([
    ...['bigtool_safe_look', 'bigtool_safe_act'],
    ...['bigtool_harm_look', 'bigtool_harm_act'],
  ]);
});

test('show asks for the commands that an overview left out, unless only the first level is wanted', async () => {
  const { run } = await prepare();
  const first = await run(['show', 'bigtool', '--depth', '1']);
  expect(first.stdout).toContain('Groups with commands that are not shown: safe, harm\n');
  expect(first.stdout).not.toContain('bigtool_safe_look');
  const all = await run(['show', 'bigtool']);
  expect(all.stdout).toContain('bigtool_safe_look  bigtool safe look  [🔒 READ-ONLY]\n');
  expect(all.stdout).not.toContain('not shown');
});

test('a saved overview has no command, and neither compile nor prompt is silent about it', async () => {
  const { run, directory } = await prepare();
  const overview = { atip: '0.3', name: 'big', version: '1', description: 'Big', partial: true, filter: { depth: 1 } };
  const commands = { harm: { description: 'Harms' } };
  await directory.write('home/big.json', JSON.stringify({ ...overview, commands }));
  const compiled = await run(['compile', 'big.json', '--to', 'openai']);
  expect([compiled.stdout, compiled.code]).toStrictEqual(['[]\n', 0]);
  expect(compiled.stderr).toContain('The commands of "big harm" were not read');
  const { stdout, stderr } = await run(['compile', '--prompt', 'big.json']);
  expect(stdout).toContain('### Commands Not Read');
  expect(stderr).not.toContain('No command is known to be dangerous');
});

/** The names of the tools that `atip mcp` lists, and their descriptions. */
async function listed(options: readonly string[], env: Awaited<ReturnType<typeof prepare>>['env']) {
  const { answers } = await speak(options, { env, cwd: env.HOME }, ['tools/list', {}]);
  const tools = answers[1]?.['tools'] as readonly { name: string; description: string }[] | undefined;
  return (tools ?? []).map(({ name, description }) => [name, description]);
}

test('mcp offers them, without being told their names too, and their examples by an option', async () => {
  const { env } = await prepare();
  const harm = await listed(['--tools', 'bigtool:harm'], env);
  expect(harm.map(([name]) => name)).toStrictEqual(['bigtool_harm_look', 'bigtool_harm_act']);
  const all = await listed(['--examples'], env);
  expect(all.map(([name]) => name)).toStrictEqual([
    ...['bigtool_safe_look', 'bigtool_safe_act', 'bigtool_harm_look', 'bigtool_harm_act', 'file_edit'],
  ]);
  expect(all[0]?.[1]).toContain('Looks Examples: bigtool safe look');
});

test('a canonical tool is listed, compiled and checked, and runs with JSON on its input', async () => {
  const { run, directory } = await prepare();
  expect(JSON.parse((await run(['compile', 'file_edit', '--to', 'anthropic'])).stdout)).toStrictEqual([
    { name: 'file_edit', description: 'Edits a file', input_schema: SCHEMA.parameters },
  ]);
  await directory.write('home/schema.json', JSON.stringify(SCHEMA));
  const file = await run(['compile', 'schema.json', '--to', 'gemini']);
  expect(JSON.parse(file.stdout)).toStrictEqual([SCHEMA]);
  const unasked = await run(['run', 'file_edit', 'path=a']);
  expect(unasked.code).toBe(3);
  const ran = await run(['run', 'file_edit', 'path=-rf', 'all=true', '--yes']);
  expect([ran.code, ran.stdout]).toStrictEqual([0, '0 words, and {"path":"-rf","all":true}\n']);
  const dry = await run(['run', 'file_edit', 'path=a', '--dry-run']);
  expect([dry.stdout, dry.stderr.includes('stdin      "{\\"path\\":\\"a\\"}"')]).toStrictEqual([
    '["file_edit"]\n',
    true,
  ]);
});
