import { parseTool } from '../document/parse-tool.ts';
import { expect, test } from 'vitest';
import { compile } from '../compile/compile.ts';
import type { AtipCommand, AtipOption, AtipTool, ConditionalEffects } from '../types/tool.ts';
import { offerAll, offeredParts } from './offered-parts.ts';

const READS = { network: false, destructive: false, reversible: true, filesystem: { read: true, write: false } };
const DESTROYS: ConditionalEffects = { destructive: true, filesystem: { write: true } };

function option(name: string, more: Partial<AtipOption> = {}): AtipOption {
  return { name, flags: [`--${name}`], type: 'boolean', description: `Does ${name} for this test`, ...more };
}

function toolOf(command: Partial<AtipCommand>, globalOptions: AtipOption[] = []): AtipTool {
  const commands = { do: { description: 'Does something', effects: READS, ...command } };
  return { atip: { version: '0.4' }, name: 't', version: '1', description: 'T', commands, globalOptions };
}

const namesOf = (tool: AtipTool): (string | undefined)[] =>
  (tool.commands?.['do']?.options ?? []).map(({ name }) => name);
const sent = (tool: AtipTool): string[] =>
  compile(tool, 'openai').tools.flatMap(({ function: { parameters } }) => Object.keys(parameters.properties));

const CLOSED = toolOf({ options: [option('a'), option('b', { 'x-offered': false })] });

test('a parameter that is not offered is sent to no model', () => {
  expect(sent(CLOSED)).toStrictEqual(['a']);
  expect(sent(offerAll(CLOSED))).toStrictEqual(['a', 'b']);
});

test('one that is required is sent all the same: without it the command cannot be called', () => {
  expect(sent(toolOf({ options: [option('b', { required: true, 'x-offered': false })] }))).toStrictEqual(['b']);
});

test('a global option is sent where the document offers it, and behind its group only', () => {
  const globals = [option('host'), option('context', { 'x-offered': true })];
  expect(sent(toolOf({}, globals))).toStrictEqual(['context']);
  expect(sent(toolOf({}, [option('file', { 'x-offered': true, 'x-behind': 'compose' })]))).toStrictEqual([]);
});

test('only what is offered makes a reading command more than that', () => {
  const harm = option('out', { 'x-effects': DESTROYS, 'x-offered': false });
  const suffixOf = (tool: AtipTool): string | undefined => compile(tool, 'openai').tools[0]?.function.description;
  expect(suffixOf(toolOf({ options: [harm] }))).toBe('Does something [🔒 READ-ONLY]');
  expect(suffixOf(offerAll(toolOf({ options: [harm] })))).toBe(
    'Does something [🔒 READ-ONLY unless an option says otherwise]',
  );
});

test.each<[string, Partial<AtipCommand>, readonly string[]]>([
  ['what is not offered goes', { options: [option('a'), option('b', { 'x-offered': false })] }, ['a']],
  [
    'of a reading command what destroys goes',
    { options: [option('a'), option('rm', { 'x-effects': DESTROYS })] },
    ['a'],
  ],
  ['and what runs', { options: [option('exec', { 'x-effects': { 'x-runs': 'call', subprocess: true } })] }, []],
  [
    'not where another parameter writes as well, as of git branch',
    {
      options: [
        option('new', { 'x-effects': { filesystem: { write: true } } }),
        option('rm', { 'x-effects': DESTROYS }),
      ],
    },
    ['new', 'rm'],
  ],
  ['nor what is required', { options: [option('rm', { 'x-effects': DESTROYS, required: true })] }, ['rm']],
  [
    'nor of a command that writes',
    { effects: { ...READS, filesystem: { write: true } }, options: [option('rm', { 'x-effects': DESTROYS })] },
    ['rm'],
  ],
])('%s', (_what, command, names) => {
  expect(namesOf(offeredParts(toolOf(command)))).toStrictEqual(names);
});

test('a group passes its effects on: below one that writes nothing only reads', () => {
  const commands = {
    g: {
      description: 'G',
      effects: { filesystem: { write: true } },
      commands: { do: { description: 'D', effects: READS, options: [option('rm', { 'x-effects': DESTROYS })] } },
    },
  };
  const tool = offeredParts({ ...toolOf({}), commands });
  expect(tool.commands?.['g']?.commands?.['do']?.options?.length).toBe(1);
});

test('the same settled tool has the same parts', () => {
  const { tool } = parseTool(CLOSED);
  if (!tool) throw new Error('It is no document.');
  expect(offeredParts(tool)).toBe(offeredParts(tool));
});
