import { expect, test } from 'vitest';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { hiddenCharactersIn } from '../json/hidden-characters.ts';
import { parseTool } from '../document/parse-tool.ts';
import { createValidator } from '../policy/check-policy.ts';
import { generateSafetyPrompt } from '../prompt/generate-safety-prompt.ts';
import { PROVIDERS } from '../providers/list.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipTool } from '../types/tool.ts';
import { compile } from './compile.ts';
import { compileTools, toAnthropic, toGemini, toOpenAI } from './transform.ts';

/** Characters from the documents of five real programs, and others like them. */
const HIDDEN = [
  ['NUL', '\0'],
  ['a zero-width space', '\u200b'],
  ['a lone carriage return', '\r'],
  ['a bidirectional override', '\u202e'],
  ['a bidirectional isolate', '\u2066'],
  ['tag characters', '\u{e0072}\u{e006d}'],
  ['a variation selector', '\ufe0f'],
  ['a supplementary variation selector', '\u{e0100}'],
  ['an escape sequence', '\u001b[2K'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a word joiner', '\u2060'],
  ['a line separator', '\u2028'],
  ['a backspace', '\b'],
  ['a C1 control', '\u009b'],
] as const;

/** The texts of a JSON value, keys included. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(textsOf) : [];
}

const hiddenIn = (sent: unknown): string =>
  textsOf(sent)
    .map((text) => hiddenCharactersIn(text))
    .join('');

const OPTION = { name: 'o', flags: ['-o'], type: 'enum' as const, enum: ['one', 'two'], description: 'O' };
const SAY = { description: 'Says', options: [OPTION] };

/** A tool with the characters in each kind of text. */
const inTexts = (hidden: string): AtipTool => ({
  ...toolWith({
    run: {
      description: `Runs${hidden} it`,
      examples: [`tool${hidden} run`],
      arguments: [{ name: 'a', type: 'string', description: `${hidden}A`, default: `b${hidden}c` }],
      options: [{ ...OPTION, description: `O${hidden}` }],
      effects: { destructive: true },
    },
    group: { description: `Group${hidden}`, commands: { say: SAY } },
  }),
  description: `${hidden}Tool`,
  globalOptions: [{ name: 'g', flags: ['-g'], type: 'string', description: `G${hidden}`, required: true }],
});

/** Commands with the characters in each kind of name. */
const inNames = (hidden: string): AtipTool =>
  toolWith({
    say: SAY,
    [`ru${hidden}n`]: SAY,
    option: { description: 'X', options: [{ ...OPTION, name: `o${hidden}` }] },
    flag: { description: 'X', options: [{ ...OPTION, flags: [`-o${hidden}`] }] },
    enum: { description: 'X', options: [{ ...OPTION, enum: ['one', `t${hidden}wo`] }] },
    argument: { description: 'X', arguments: [{ name: `${hidden}a`, type: 'string', description: 'A' }] },
    [`gr${hidden}`]: { description: 'G', commands: { in: SAY } },
  });

/** All that a model is sent of a tool, by each function that sends it. */
const sentOf = (tool: AtipTool): Record<string, unknown> => ({
  toOpenAI: toOpenAI(tool),
  strict: toOpenAI(tool, { strict: true }),
  toGemini: toGemini(tool),
  toAnthropic: toAnthropic(tool),
  prompt: generateSafetyPrompt([tool]),
  ...Object.fromEntries(
    PROVIDERS.flatMap((provider) => [
      [`compileTools ${provider}`, compileTools([tool], provider).tools],
      ...(['discrete', 'action', 'search'] as const).map((strategy) => [
        `compile ${provider} ${strategy}`,
        compile([tool], provider, { strategy, examples: true, globalOptions: 'all' }).tools,
      ]),
    ]),
  ),
});

test.each(HIDDEN)('%s in texts is sent by nothing, and every command is there', (_name, hidden) => {
  const tool = inTexts(hidden);
  for (const [name, sent] of Object.entries(sentOf(tool))) expect([name, hiddenIn(sent)]).toStrictEqual([name, '']);
  expect(toOpenAI(tool).map(({ function: { name } }) => name)).toStrictEqual(['tool_run', 'tool_group_say']);
  expect(parseTool(tool).issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
  expect(toOpenAI(parseTool(tool).tool ?? GH)).toStrictEqual(toOpenAI(tool));
  const { issues, omitted } = compile([tool], 'openai', { examples: true });
  expect(omitted).toStrictEqual([]);
  expect(issues.map(({ code, severity, path }) => [code, severity, path])).toStrictEqual([
    ...Array(6).fill(['hidden-characters', 'warning', '/tools/0']),
    ['hidden-characters', 'warning', '/tools/1'],
  ]);
  const places = ['description', 'examples', 'arguments/0/description', 'arguments/0/default', 'options/0/description'];
  expect(issues.map(({ message }) => / of (\S+) of /.exec(message)?.[1])).toStrictEqual([
    ...places.map((place) => `/commands/run/${place}`),
    '/globalOptions/0/description',
    '/globalOptions/0/description',
  ]);
});

test.each(HIDDEN)('%s in names leaves that command out, everywhere', (_name, hidden) => {
  const tool = inNames(hidden);
  for (const [name, sent] of Object.entries(sentOf(tool))) {
    expect([name, hiddenIn(sent)]).toStrictEqual([name, '']);
  }
  expect(flattenCommands(tool).map(({ name }) => name)).toStrictEqual(['tool_say']);
  expect(toOpenAI(tool).map(({ function: { name } }) => name)).toStrictEqual(['tool_say']);
  expect(Object.keys(parseTool(tool).tool?.commands ?? {})).toStrictEqual(['say']);
  const { tools, omitted } = compile([tool, GH], 'mcp');
  expect(tools).toHaveLength(4);
  expect(omitted.map(({ pointer, issues }) => [pointer, issues[0]?.code])).toStrictEqual(
    [`ru${hidden}n`, 'option', 'flag', 'enum', 'argument', `gr${hidden}`].map((key) => [
      `/commands/${key}`,
      'hidden-characters',
    ]),
  );
  const validator = createValidator([tool], {});
  expect(validator.validate('tool_say', {}).valid).toBe(true);
  expect(validator.validate('tool_option', {}).violations.map(({ code }) => code)).toStrictEqual(['UNKNOWN_COMMAND']);
});

test('a global option with such a name is sent with no command, and a tool with one is refused', () => {
  const option = { name: 'g', flags: ['-\u200bg'], type: 'string' as const, description: 'G', required: true };
  const [tool] = toOpenAI(toolWith({ say: SAY }, { globalOptions: [option, { ...option, name: 'h', flags: ['-h'] }] }));
  expect(Object.keys(tool?.function.parameters.properties ?? {})).toStrictEqual(['o', 'h']);
  expect(() => toOpenAI(toolWith({ say: SAY }, { name: 'to\u200bol' }))).toThrow(
    '/name has names in which characters hide (U+200B)',
  );
});
