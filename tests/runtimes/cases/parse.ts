import { GH } from '../../../packages/core/src/testing/documents.ts';
import { HARD } from '../../../packages/core/src/testing/hard-tool.ts';
import { type Case, type Context, textOf } from './context.ts';

const SAMPLES = ['git', 'git-next', 'curl', 'hello', 'broken'];

/** Texts that are wrong, and where: engines word their own errors differently, so none of those may come through. */
const BROKEN: Readonly<Record<string, string>> = {
  nothing: '',
  spaces: ' \r\n\t ',
  'an open object': '{ "atip": "0.4",',
  'a comma too many': '{\n  "atip": "0.4",\n  "name": "x",\n}',
  'no comma': '{ "atip": "0.4" "name": "x" }',
  'two names of one': '{ "atip": "0.4", "name": "a", "name": "b", "version": "1", "description": "d" }',
  'single quotes': "{ 'atip': '0.4' }",
  'a comment': '{ "atip": "0.4" /* why */, // so\n "name": "x" }',
  'a bad escape': '{ "atip": "0.4", "name": "\\x41\\u00g0" }',
  'a line in a text': '{ "name": "a\nb\tc\u0001" }',
  'not a number': '{ "name": NaN, "version": Infinity, "x": 01, "y": +1, "z": .5, "w": 1., "v": 1e }',
  'a mark in front': '\ufeff{ "atip": "0.4" }',
  'pairs in front': '{ "😀é\u2028": "😀", "name": ? }',
  'Windows lines': '{\r\n  "atip": "0.4",\r\n  "name": 1\r\n}\r\n',
  'two documents': '{} {}',
  'a word': 'undefined',
  'only half': '{ "atip": "0.4", "name": "x", "version": "1", "description": "\\ud800 and \ud83d" }',
};

const REPAIRED: Readonly<Record<string, object>> = {
  'no description': {
    atip: '0.4',
    name: 'x',
    version: '1',
    description: 'd',
    commands: { a: {}, b: { options: [{}] } },
  },
  'a newer version': { atip: { version: '0.9' }, name: 'x', version: '1', description: 'd', later: true },
  'an unknown effect': { ...GH, effects: { destructive: 'true', network: 1, cost: { estimate: 'huge' } } },
  'wrong types': { ...GH, commands: { a: { description: 1, options: {}, arguments: 'x', effects: [] } } },
  'names that clash': {
    ...GH,
    commands: { 'a-b': { description: 'x' }, a_b: { description: 'y' }, 'A-B': { description: 'z' } },
  },
};

/** Documents to tools, with every issue and where it is. */
export function parseCases(context: Context): readonly Case[] {
  const { parseTool, readJson, checkTool } = context.core;
  return [
    ...SAMPLES.map((name): Case => [name, () => parseTool(textOf(context, `samples/${name}.json`))]),
    ...Object.entries(BROKEN).map(([name, text]): Case => [name, () => parseTool(text)]),
    ...Object.entries(REPAIRED).map(([name, value]): Case => [name, () => parseTool(value)]),
    ['numbers', () => readJson('[0.1, -0, 1E400, 5e-324, 1e21, 1e-7, 123456789012345678901234567890, 2.5e-8]')],
    ['positions in a whole document', () => readJson(textOf(context, 'samples/git.json'))],
    ['the hard one, twice the same', () => [parseTool(HARD), parseTool(JSON.stringify(HARD, undefined, 3))]],
    [
      'what is doubtful about the samples',
      () => SAMPLES.map((name) => lint(context, textOf(context, `samples/${name}.json`))),
    ],
    ...[...context.tools].map(([name, tool]): Case => [`doubts about ${name}`, () => checkTool(tool)]),
    ['every shim as text', () => [...context.tools.values()].map((tool) => parseTool(JSON.stringify(tool)).issues)],
    ['its own names', () => parseTool('{"__proto__":{"x":1},"constructor":1,"toString":2,"atip":"0.4","name":"x"}')],
    [
      'values that are no data',
      () => [undefined, null, 1n, Symbol('s'), () => 1, new Date(0), /x/, Number.NaN].map(parseTool),
    ],
  ];
}

function lint({ core }: Context, text: string): unknown {
  const { tool } = core.parseTool(text);
  return tool ? core.checkTool(tool, text) : 'no tool';
}
