// needs: bwrap
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { createDemoMachine, type DemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const COMMANDER = JSON.stringify(createRequire(import.meta.url).resolve('commander'));

const NOTES = `#!/usr/bin/env node
const { Command } = require(${COMMANDER});
const program = new Command('other').version('2.1.0').description('Keeps notes');
program.command('delete <name>').description('Delete a note').option('--kind <kind>', 'Which', 'plain');
program.command('list').description('List notes');
program.parse();
`;

/** Node is beside the programs of a test machine. */
async function prepare(program: string): Promise<{ readonly machine: DemoMachine; readonly env: DemoMachine['env'] }> {
  const machine = await createDemoMachine();
  await machine.script('notes', program);
  return {
    machine,
    env: { ...machine.env, PATH: `${machine.env['PATH']}:${process.execPath.replace(/\/node$/, '')}` },
  };
}

test('a program is described from inside of it, with what its words say of its effects', async () => {
  const { machine, env } = await prepare(NOTES);
  const args = ['emit', '--sandbox', 'off', '--save', '--', 'notes'];
  const { code, stdout, stderr } = await runTestCli(args, { env, cwd: machine.work });
  const { effects, ...remove } = JSON.parse(stdout).commands.delete;
  expect([code, JSON.parse(stdout).name, effects.destructive]).toStrictEqual([0, 'notes', true]);
  expect(remove).toStrictEqual({
    description: 'Delete a note',
    arguments: [{ name: 'name', type: 'string', description: '', required: true }],
    options: [{ name: 'kind', flags: ['--kind'], type: 'string', description: 'Which', default: 'plain' }],
  });
  expect(stderr).toMatch(/^2 commands and 1 option by commander 14\.0\.3, its own program object, in \d+\.\d s\.$/m);
  const shown = await runTestCli(['show', 'notes'], { env, cwd: machine.work });
  expect(shown.stdout).toContain('  read from commander 14.0.3, its own program object\n');
});

test('where no framework is found its help is read, and that is said', async () => {
  const { machine, env } = await prepare(
    "#!/usr/bin/env node\nconsole.log('Usage: notes [OPTIONS]\\n\\nOptions:\\n  --all  Old ones too');\n",
  );
  const { code, stdout, stderr } = await runTestCli(['emit', 'notes'], { env, cwd: machine.work });
  expect([code, JSON.parse(stdout)['x-described-by']]).toStrictEqual([0, '1 help text']);
  expect(stderr).toContain('1 command and 1 option from 1 help text in ');
  expect(stderr).toContain(
    'Read its help, because reading its framework failed: It handed its arguments to none of commander, ',
  );
});

test('a first parser that knows less than the help is not believed', async () => {
  const two = `#!/usr/bin/env node
const { Command } = require(${COMMANDER});
new Command('notes').option('--cwd <dir>').helpOption(false).allowUnknownOption().allowExcessArguments().parse();
console.log('Usage: notes COMMAND\\n\\nCommands:\\n  add   Add one\\n  list  List them\\n  drop  Drop one\\n\\nOptions:\\n  --cwd <dir>  Where');
`;
  const { machine, env } = await prepare(two);
  const { stdout, stderr } = await runTestCli(['describe', 'notes', '--sandbox', 'off'], { env, cwd: machine.work });
  expect(Object.keys(JSON.parse(stdout).commands)).toStrictEqual(['add', 'list', 'drop']);
  expect(stderr).toContain('has 1 of the 4 commands and options of its help; add, list, drop and others are missing.');
});

test('an oclif manifest is read, and nothing is run', async () => {
  const { machine, env } = await prepare('');
  const at = '../work/node_modules/notes';
  const manifest = (id: string) =>
    JSON.stringify({ version: '1', commands: { [id]: { id, summary: 'Do it', flags: {} } } });
  const oclif = { topicSeparator: ' ', plugins: ['more', '../../../etc'] };
  await machine.script(`${at}/package.json`, JSON.stringify({ name: 'notes', version: '3.0.0', bin: 'run.js', oclif }));
  await machine.script(`${at}/run.js`, '#!/usr/bin/env node\nrequire("fs").writeFileSync("ran", "");\n');
  await machine.script(`${at}/oclif.manifest.json`, manifest('room:list'));
  await machine.script(`${at}/node_modules/more/oclif.manifest.json`, manifest('more'));
  const args = ['emit', '--no-effects', '--', 'npx', 'notes'];
  const { stdout, stderr } = await runTestCli(args, { env: { ...env, PATH: machine.bin }, cwd: machine.work });
  const more = { description: 'Do it', 'x-end-of-options': true };
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ name: 'notes', version: '3.0.0', trust: { source: 'inferred' } },
    commands: { more, room: { commands: { list: more } } },
  });
  expect(stderr).toMatch(/2 commands and 0 options by oclif, its oclif\.manifest\.json, in \d+\.\d s\./);
});
