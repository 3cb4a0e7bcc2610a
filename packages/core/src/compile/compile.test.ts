import { mapToCommand } from '../commands/commands-by-name.ts';
import { AtipError, AtipValidationError } from '../json/atip-error.ts';
import { PROVIDERS } from '../providers/list.ts';
import { GH, toolWith } from '../testing/documents.ts';
import { HARD } from '../testing/hard-tool.ts';
import type { CompileSettings, Provider, ProviderTool } from '../types/provider.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { compile } from './compile.ts';
import { buildRequest, compileTools } from './transform.ts';
import { expect, test } from 'vitest';

const LONG = 'a-command-whose-name-goes-on-and-on-until-it-is-longer-than-what-any-provider-would-ever-accept';

function losses(provider: Provider, pointer: string, settings: CompileSettings = {}): string[] {
  const found = compile([HARD], provider, settings).losses;
  return found.filter((loss) => loss.pointer === pointer).map(({ code }) => code);
}

function textOf(tools: readonly ProviderTool[]): string {
  return JSON.stringify(tools);
}

test.each(PROVIDERS)('a request for %s has the same tools from compileTools', (provider) => {
  for (const strict of [false, true]) {
    const { tools } = compileTools([HARD, GH], provider, { strict, anthropicStrict: strict });
    expect(buildRequest(provider, compile([HARD, GH], provider, { strict }).tools)).toStrictEqual(
      buildRequest(provider, tools),
    );
  }
});

test('every entry points back to its command and to each parameter', () => {
  const { entries } = compile([HARD], 'gemini');
  expect(entries.map(({ name, path, pointer }) => [name, path, pointer])).toStrictEqual([
    ['git_stash', ['stash'], '/commands/stash/commands/'],
    ['git_stash_drop', ['stash', 'drop'], '/commands/stash/commands/drop'],
    [expect.stringMatching(/^git_a-command.{42}_[a-z0-9]{8}$/), [LONG], `/commands/${LONG}`],
    ['git_log', ['log'], '/commands/log'],
  ]);
  expect(entries[3]?.parameters).toStrictEqual({
    dry_run: '/commands/log/arguments/0',
    [Object.keys(entries[3]?.parameters ?? {})[1] ?? '']: '/commands/log/options/0',
    v: '/commands/log/options/1',
    V: '/commands/log/options/2',
  });
  expect(entries[1]?.effects).toStrictEqual({
    network: false,
    destructive: true,
    reversible: false,
    duration: { typical: '1s' },
  });
});

test.each<[string, Provider, string, string[]]>([
  ['a homepage', 'openai', '/homepage', ['not-sent']],
  ['trust', 'openai', '/trust', ['not-sent']],
  ["a group's description", 'openai', '/commands/stash/description', ['not-sent']],
  ["a group's options", 'openai', '/commands/stash/options', ['unreachable']],
  ['a global option', 'openai', '/globalOptions/0', ['not-sent']],
  ['a long name', 'openai', `/commands/${LONG}`, ['renamed']],
  ['a long description', 'openai', `/commands/${LONG}/description`, ['truncated']],
  ['a long description', 'anthropic', `/commands/${LONG}/description`, []],
  ['a flagged effect', 'openai', '/commands/stash/commands/drop/effects/destructive', ['in-text']],
  ['a flagged effect', 'mcp', '/commands/stash/commands/drop/effects/destructive', []],
  ['an effect without a flag', 'openai', '/commands/stash/commands/drop/effects/duration/typical', ['not-sent']],
  ['a reassurance', 'openai', '/commands/stash/commands//effects/destructive', ['not-sent']],
  ['a part of READ-ONLY', 'openai', '/commands/log/effects/filesystem/write', ['in-text']],
  ['reading', 'openai', '/commands/log/effects/filesystem/read', ['not-sent']],
  ['a key with a dash', 'openai', '/commands/log/arguments/0/name', []],
  ['a key with a dash', 'gemini', '/commands/log/arguments/0/name', ['renamed']],
  ['a default', 'openai', '/commands/log/arguments/0/default', ['in-text']],
  ['a default that cannot be told', 'openai', '/commands/log/options/2/default', ['not-sent']],
  ['a value that is there twice', 'openai', '/commands/log/arguments/0/enum', ['value-dropped']],
  ['numbers', 'gemini', '/commands/log/arguments/0/enum', ['value-dropped', 'as-text']],
  ['mixed values', 'openai', '/commands/log/options/2/enum', ['as-text']],
  ['an empty value', 'gemini', '/commands/log/options/2/enum', ['value-dropped', 'as-text']],
  ['an environment variable', 'openai', '/commands/log/options/0/envVar', ['not-sent']],
  ['__proto__', 'openai', '/commands/log/options/0/name', ['renamed']],
  ['examples', 'openai', '/commands/log/examples', ['not-sent']],
  ['what the annotations assume', 'mcp', '/commands/log', ['assumed']],
  ['flags', 'openai', '/commands/log/options/0/flags', []],
])('%s for %s: %s', (_what, provider, pointer, codes) => {
  expect(losses(provider, pointer)).toStrictEqual(codes);
});

test('global options and examples are sent when asked for, and what is said of them in words is no whole loss', () => {
  expect(losses('openai', '/globalOptions/0', { globalOptions: 'all' })).toStrictEqual([]);
  expect(losses('openai', '/globalOptions/0/type', { globalOptions: 'all' })).toContain('in-text');
  expect(losses('openai', '/commands/log/examples', { examples: true })).toStrictEqual(['in-text']);
  expect(textOf(compile([GH], 'openai', { globalOptions: 'none' }).tools)).not.toContain('token-file');
  expect(textOf(compile([GH], 'openai').tools)).toContain('token-file');
});

test('a shadowed command is a loss too, and names alike but for letter case are an issue', () => {
  const [one, two] = [toolWith({ x: { description: 'One' } }), toolWith({ x: { description: 'Two' } })];
  const shadowed = compile([one, two], 'mcp').losses.filter(({ code }) => code === 'shadowed');
  expect(shadowed.map(({ pointer }) => pointer)).toStrictEqual(['/commands/x']);
  const { issues } = compile([one, toolWith({ X: { description: 'X' } }, { name: 'TOOL' })], 'mcp');
  expect(issues.map(({ code }) => code)).toStrictEqual(['similar-names']);
});

test('values alike but for letter case are not strict for Anthropic', () => {
  const argument = { name: 'a', type: 'enum' as const, enum: ['red', 'Red'], description: 'A' };
  const { tools } = compile([toolWith({ x: { description: 'X', arguments: [argument] } })], 'anthropic', {
    strict: true,
  });
  expect(tools.map((tool) => 'strict' in tool)).toStrictEqual([false]);
});

test.each([{ strategy: 'bogus' }, { globalOptions: 'some' }, { strict: 'yes' }, { geminiSchema: 1 }, null])(
  'the settings %j are refused, not taken for others',
  (settings) => {
    const unchecked: unknown = settings;
    expect(() => compile([GH], 'openai', unchecked as CompileSettings)).toThrow(AtipError);
  },
);

test.each<[string, unknown]>([
  ['a list of nothing', undefined],
  ['effects that are null', { ...GH, effects: null }],
  ['levels without end', toolWith(JSON.parse(`${'{"a":{"commands":'.repeat(9000)}{}${'}}'.repeat(9000)}`))],
])('%s is refused, as by compileTools', (_name, tool) => {
  // A document that was not read with `parseTool` may contain it.
  const tools = [tool as AtipTool];
  for (const attempt of [compile, compileTools])
    expect(() => attempt(tools, 'openai')).toThrow(expect.objectContaining({ name: 'AtipValidationError' }));
});

const SOUND = { description: 'Sound' };

test.each<[string, unknown, [pointer: string, path: string][]]>([
  ['a command that is null', { a: null, s: SOUND }, [['/commands/a', '/commands/a']]],
  ['effects that are null', { a: { effects: null }, s: SOUND }, [['/commands/a', '/commands/a/effects']]],
  [
    'an option without flags',
    { a: { options: [{ name: 'x', type: 'string' }] }, s: SOUND },
    [['/commands/a', '/commands/a/options/0']],
  ],
  ['a group of something else', { g: { commands: [1] }, s: SOUND }, [['/commands/g', '/commands/g/commands']]],
  [
    'a group whose effects say nothing goes with its commands',
    { g: { effects: { destructive: 'no' }, commands: { a: SOUND, b: { effects: 7 } } }, s: SOUND },
    [
      ['/commands/g', '/commands/g/effects/destructive'],
      ['/commands/g/commands/b', '/commands/g/commands/b/effects'],
    ],
  ],
])('%s is omitted, and the sound command compiles', (_name, commands, expected) => {
  const tool = { ...toolWith({}), commands } as AtipTool;
  const { tools, omitted, entries } = compile([tool], 'openai');
  expect(tools.map((one) => one.function.name)).toStrictEqual(['tool_s']);
  expect(entries.map(({ pointer }) => pointer)).toStrictEqual(['/commands/s']);
  expect(omitted.map(({ pointer, issues }) => [pointer, issues[0]?.path])).toStrictEqual(expected);
  expect(mapToCommand('tool_s', [tool]).path).toStrictEqual(['s']);
  expect(() => compileTools([tool], 'openai')).toThrow(AtipValidationError);
});

test('a command whose metadata says nothing certain cannot be called', () => {
  const tool = {
    ...toolWith({}),
    commands: { a: { effects: { destructive: 'no' } }, s: SOUND },
  } as unknown as AtipTool;
  expect(() => mapToCommand('tool_a', [tool])).toThrow('tool_a');
});

test('a command that is omitted keeps its claim to its name', () => {
  const commands = { a_b: SOUND, a: { commands: { b: { effects: 1 } } } };
  const tool = { ...toolWith({}), commands } as unknown as AtipTool;
  expect(compile([tool], 'openai').tools.map((one) => one.function.name)).toStrictEqual([
    expect.stringMatching(/^tool_a_b_[a-z0-9]{8}$/),
  ]);
});

test.each([null, 'open', 7, {}])('what is no list of values is a loss: %j', (values) => {
  const option = { name: 'state', flags: ['--state'], type: 'string', description: 'State', enum: values };
  const tool = JSON.parse(JSON.stringify({ ...GH, commands: { list: { description: 'List', options: [option] } } }));
  const { losses } = compile([tool], 'openai');
  const [loss] = losses.filter(({ pointer }) => pointer.endsWith('/enum'));
  expect(loss).toMatchObject({ code: 'not-sent', message: 'It is no list of values, so it restricts nothing.' });
});

test.each([
  ['in-text', { destructive: true }, 'Its description warns of what it adds.'],
  ['in-text', 'all', 'Its description warns of what it adds.'],
  ['not-sent', { network: true }, 'The effects of giving it are kept by the host.'],
])('what an option adds is %s: %j', (code, added, message) => {
  const option = { name: 'delete', flags: ['-d'], type: 'boolean', description: 'Delete', 'x-effects': added };
  const { losses } = compile([toolWith({ find: { description: 'Find', options: [option as never] } })], 'openai');
  const found = losses.filter(({ pointer }) => pointer.endsWith('/x-effects'));
  expect(found.map((loss) => [loss.code, loss.message])).toStrictEqual([[code, message]]);
});

test('commands that are left out are an issue for each tool', () => {
  const broken = { ...toolWith({}), commands: { a: { effects: 7 }, b: 'x', s: SOUND } } as unknown as AtipTool;
  const { issues, omitted } = compile([broken, GH], 'openai');
  expect(omitted).toHaveLength(2);
  expect(issues).toStrictEqual([
    {
      code: 'omitted-commands',
      severity: 'warning',
      message:
        '2 commands or groups of the tool "tool" cannot be compiled; `omitted` lists them all. ' +
        `${omitted[0]?.issues[0]?.message}`,
      path: '/omitted',
    },
  ]);
  expect(compile([GH], 'openai').issues).toStrictEqual([]);
});

test('losses are computed when they are read, once, and copies have them', () => {
  let listed = 0;
  // Only losses ask for all fields of a command.
  const ownKeys = (target: AtipCommand): (string | symbol)[] => {
    listed += 1;
    return Reflect.ownKeys(target);
  };
  const command = new Proxy<AtipCommand>({ description: 'X', 'x-aliases': ['y'] }, { ownKeys });
  const compilation = compile([toolWith({ x: command })], 'openai');
  expect([compilation.tools.length, listed]).toStrictEqual([1, 0]);
  const { losses } = compilation;
  expect(losses.map(({ pointer }) => pointer)).toContain('/commands/x/x-aliases');
  expect(compilation.losses).toBe(losses);
  expect({ ...compilation }.losses).toBe(losses);
  expect(JSON.parse(JSON.stringify(compilation)).losses).toStrictEqual(losses);
});
