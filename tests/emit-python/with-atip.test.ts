// needs: python3, python3-click, python3-typer
// Whole programs, as processes: what they answer to --agent, and that they are else as they were.
import { type AtipTool, flattenCommands, parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { type PythonEnd, runProgram } from './python.ts';

const ARGPARSE = `
import argparse
from atip_agent import READS, with_atip
p = argparse.ArgumentParser(prog="notes", description="Keeps notes")
p.add_argument("--version", action="version", version="%(prog)s 1.2.3")
p.add_argument("-v", "--verbose", action="count", default=0, help="Says more")
s = p.add_subparsers(dest="command", required=True)
add = s.add_parser("add", aliases=["new", "a"], help="Adds a note", description="Longer")
add.add_argument("text", nargs="+")
r = s.add_parser("remote", help="Remotes")
r.add_argument("-q", "--quiet", action="store_true", help="Says less")
rs = r.add_subparsers(dest="remote", required=True)
rs.add_parser("rm", help="Removes one").add_argument("name")
deep = rs.add_parser("url").add_subparsers(dest="url", required=True)
deep.add_parser("set", help="Sets it")
deep.add_parser("get", help="Gets it")
s.add_parser("hidden", help=argparse.SUPPRESS)
effects = {"add": {**READS, "filesystem": {"write": True}}, "remote rm": {**READS, "network": True, "destructive": True, "reversible": False}, "remote url": {"cost": {"billable": False}, "deletes": ["url"]}, "remote url set": {**READS, "creates": ["url"], "network": None}}
with_atip(p, effects, homepage="https://example.org/notes")
print(vars(p.parse_args()))
`;

/** @param told lines for the author, on standard error */
function documentOf({ code, stdout, stderr }: PythonEnd, told: readonly string[] = []): AtipTool {
  expect([code, stderr]).toStrictEqual([0, told.map((line) => `t: ${line}\n`).join('')]);
  const { tool, issues } = parseTool(stdout);
  expect(issues).toStrictEqual([]);
  if (tool === undefined) throw new Error('No document.');
  return tool;
}

function commandsOf(tool: AtipTool): string[] {
  return flattenCommands(tool).map(({ path }) => path.join(' '));
}

const READS = {
  filesystem: { read: true, write: false, delete: false },
  ...{ network: false, subprocess: false, destructive: false, reversible: true, idempotent: true },
  interactive: { stdin: 'none', prompts: false, tty: false },
};

test('the document of a program with groups, whole', () => {
  const { network: _, ...unsure } = READS;
  expect(documentOf(runProgram(ARGPARSE, ['--agent']))).toStrictEqual({
    atip: { version: '0.4', features: ['interactive-effects', 'trust-v1'] },
    ...{ name: 'notes', version: '1.2.3', description: 'Keeps notes', homepage: 'https://example.org/notes' },
    trust: { source: 'native' },
    'x-end-of-options': true,
    globalOptions: [
      { name: 'verbose', flags: ['-v', '--verbose'], type: 'integer', 'x-count': true, description: 'Says more' },
      {
        name: 'quiet',
        flags: ['-q', '--quiet'],
        type: 'boolean',
        description: 'Says less (for remote)',
        'x-behind': 'remote',
      },
    ],
    commands: {
      add: {
        description: 'Adds a note',
        arguments: [{ name: 'text', type: 'string', description: '', variadic: true }],
        effects: { ...READS, filesystem: { write: true } },
        'x-aliases': ['new', 'a'],
      },
      remote: {
        description: 'Remotes',
        commands: {
          rm: {
            description: 'Removes one',
            arguments: [{ name: 'name', type: 'string', description: '' }],
            effects: { ...READS, network: true, destructive: true, reversible: false },
          },
          url: {
            description: '',
            commands: {
              set: { description: 'Sets it', effects: { ...unsure, creates: ['url'] } },
              get: { description: 'Gets it' },
            },
            effects: { cost: { billable: false }, deletes: ['url'] },
          },
        },
      },
    },
  });
});

test('it answers whole, whatever part is asked for', () => {
  const whole = runProgram(ARGPARSE, ['--agent']);
  expect(runProgram(ARGPARSE, ['--commands', 'remote', '--depth=2', '--agent'])).toStrictEqual(whole);
});

test.each([
  ['behind a command', ['add', 'x', '--agent'], 'unrecognized arguments: --agent'],
  ['behind an option', ['-v', '--agent'], 'the following arguments are required: command'],
  ['--depth alone', ['--depth=1', 'add', 'x'], 'unrecognized arguments: --depth=1'],
])('%s the program reads its words as ever', (_, args, message) => {
  const { code, stdout, stderr } = runProgram(ARGPARSE, args);
  expect([code, stdout]).toStrictEqual([2, '']);
  expect(stderr).toContain(message);
});

test('a call is what it was', () => {
  const { stdout } = runProgram(ARGPARSE, ['-v', 'new', 'x']);
  expect(stdout).toBe("{'verbose': 1, 'command': 'new', 'text': ['x']}\n");
});

test.each([
  ['parse_known_args', 'p.parse_known_args()', ''],
  ['options that are defined later', 'p.add_argument("--later"); p.parse_args()', 'later'],
  ['words that are handed over', 'p.parse_args(["--agent"])', ''],
])('%s', (_, parse, option) => {
  const source = `
import argparse
from atip_agent import with_atip
p = argparse.ArgumentParser(prog="t", description="d")
p.add_argument("f", nargs="*")
with_atip(p, version="1")
${parse}
print("went on")`;
  const args = parse.includes('--agent') ? [] : ['--agent'];
  const tool = documentOf(runProgram(source, args));
  expect(tool.commands?.['']?.options?.map(({ name }) => name)).toStrictEqual(option === '' ? undefined : [option]);
  expect(tool.commands?.['']?.arguments?.[0]?.name).toBe('f');
});

test('UTF-8, whatever the locale is', () => {
  const source = `
import argparse
from atip_agent import with_atip
with_atip(argparse.ArgumentParser(prog="t", description="Größe 中"), version="1").parse_args()`;
  const env = { LC_ALL: 'C', PYTHONIOENCODING: 'ascii', PYTHONUTF8: '0' };
  expect(documentOf(runProgram(source, ['--agent'], { env })).description).toBe('Größe 中');
});

const CLICK = `
import click
from atip_agent import READS, with_atip

class Lazy(click.Group):
    def list_commands(self, ctx):
        print("loading")  # as modules do that are loaded for their commands
        return ["later", "gone"]
    def get_command(self, ctx, name):
        return click.Command("later", help="Comes later", deprecated=True) if name == "later" else None

@click.group(help="Paints\\n\\nMore words", invoke_without_command=True)
@click.option("--loud", is_flag=True)
@click.version_option("2.0.1")
def cli(loud): click.echo("ran itself")
@cli.command()
@click.confirmation_option(prompt="Sure?")
def wipe(): click.echo("wiped")
@cli.command(hidden=True)
def secret(): pass
cli.add_command(Lazy("lazy", help="Lazy ones"))
cli.add_command(wipe, "erase")
`;

test('click: a document, commands that are loaded late, what is asked, and one command of two names', () => {
  const source = `${CLICK}with_atip(cli, {"": READS, "erase": {**READS, "destructive": True}}, name="paint")\nif __name__ == "__main__": cli()`;
  const { code, stdout, stderr } = runProgram(source, ['--agent']);
  // Text that is printed meanwhile is no part of the document.
  expect([code, stderr]).toStrictEqual([0, 'loading\n']);
  const { tool, issues } = parseTool(stdout);
  expect(issues).toStrictEqual([]);
  expect([tool?.name, tool?.version, tool?.description]).toStrictEqual(['paint', '2.0.1', 'Paints']);
  expect(tool?.commands).toStrictEqual({
    '': { description: 'Paints', effects: READS },
    lazy: {
      description: 'Lazy ones',
      commands: { later: { description: 'Comes later', 'x-deprecated': true } },
    },
    erase: {
      description: '',
      options: [
        { name: 'yes', flags: ['--yes'], type: 'boolean', description: 'Confirm the action without prompting.' },
      ],
      // It asks, although its author said that it does not.
      effects: { ...READS, destructive: true, interactive: { stdin: 'optional', prompts: true, tty: false } },
      'x-aliases': ['wipe'],
    },
  });
  expect(runProgram(source, ['--loud']).stdout).toBe('ran itself\n');
  expect(runProgram(source, ['wipe', '--yes']).stdout).toBe('ran itself\nwiped\n');
});

test('typer: commands that are added later, and the app as it was', () => {
  const source = `
import typer
from atip_agent import READS, with_atip
app = typer.Typer(help="Shows")
with_atip(app, {"two": READS}, name="show", version="1")
@app.command()
def one(): print("one ran")
@app.command()
def two(): "Second"
app()`;
  const tool = documentOf(runProgram(source, ['--agent']));
  // Typer's own options for completion write into the files of a shell.
  expect([commandsOf(tool), tool.globalOptions, tool.commands?.['two']?.effects]).toStrictEqual([
    ['one', 'two'],
    undefined,
    READS,
  ]);
  expect(runProgram(source, ['one']).stdout).toBe('one ran\n');
});

// Bad input.

test.each([
  [
    'argparse',
    'import argparse\np = argparse.ArgumentParser(prog="t", description="d")\ns = p.add_subparsers(required=True)\na = s.add_parser("a").add_subparsers(required=True)\na.add_parser("b")\na.choices["again"] = p\na.choices["self"] = s.choices["a"]',
    ['again'],
  ],
  [
    'click',
    'import click\np = click.Group("t", help="d")\na = click.Group("a")\np.add_command(a)\na.add_command(click.Command("b"))\na.add_command(p, "again")\na.add_command(a, "self")',
    ['again', 'self'],
  ],
])('%s: groups that contain themselves end', (framework, lines, told) => {
  const call = framework === 'click' ? 'p()' : 'p.parse_args()';
  const tool = documentOf(
    runProgram(`${lines}\nfrom atip_agent import with_atip\nwith_atip(p, name="t", version="1")\n${call}`, ['--agent']),
    told.map((name) => `t a ${name}: it contains itself, or is too deep`),
  );
  expect(commandsOf(tool)).toStrictEqual(['a b']);
});

test('names that are none are left out, and the document says that something is missing', () => {
  const source = `
import click
from atip_agent import with_atip
p = click.Group("t", help="d", params=[click.Option(["--ok", "/slash"])])
p.commands[""] = click.Command("c")
for name in ["two words", "a\\nb", "__proto__", "z\\u200b", "ok"]: p.add_command(click.Command("c"), name)
with_atip(p, name="t", version="1")()`;
  const { commands, partial, omitted, globalOptions, ...tool } = documentOf(
    runProgram(source, ['--agent']),
    ["''", "'__proto__'", "'a\\nb'", "'two words'", "'z\\u200b'"].map(
      (name) => `the command ${name}: nothing that could be typed as one word`,
    ),
  );
  expect([commands, partial, omitted, tool['x-omitted-commands' as 'name']]).toStrictEqual([
    { ok: { description: '' } },
    true,
    { reason: 'filtered', safetyAssumption: 'unknown' },
    5,
  ]);
  expect(globalOptions?.map(({ flags }) => flags)).toStrictEqual([['--ok']]);
});

test('commands behind an argument cannot be written, so none is; effects of no command are told too', () => {
  const source = `
import argparse
from atip_agent import with_atip
p = argparse.ArgumentParser(prog="t", description="d")
p.add_argument("file")
p.add_subparsers(required=True).add_parser("rm")
with_atip(p, {"lst": {}}, version="1").parse_args()`;
  const { commands, partial } = documentOf(runProgram(source, ['--agent']), [
    '1 commands behind the argument file',
    "effects of 'lst', and there is no such command",
  ]);
  expect([commands, partial]).toStrictEqual([{}, true]);
});

test('a program with an --agent of its own keeps it', () => {
  const source = `
import argparse
from atip_agent import with_atip
p = argparse.ArgumentParser()
p.add_argument("--agent", action="store_true")
print(with_atip(p).parse_args())`;
  expect(runProgram(source, ['--agent']).stdout).toBe('Namespace(agent=True)\n');
});
