import { compile, parseTool, PROVIDERS } from '@atip/core';
import { expect, test } from 'vitest';
import { lineMadeBy, originOf, placeLabel, placesFrom, sourceMapOf } from './source-map.ts';

const TEXT =
  '\ufeff{ "atip": "0.4", "name": "x", "version": "1", "description": "Does x", "commands": {\r\n' +
  '"a/b~": { "description": "Runs", "effects": { "destructive": true, "reversible": true },\r' +
  '"options": [\n{ "name": "o", "flags": ["-o"], "type": "string", "description": "O" }] } } }\n';

const tool = parseTool(TEXT).tool ?? expect.fail('The fixture is no tool.');
const compilation = compile([tool], 'anthropic');
const output = JSON.stringify(compilation.tools, null, 2);
const map = sourceMapOf(output, compilation);
const lineAt = (offset: number): string => output.slice(offset).split('\n', 1)[0]?.trim() ?? '';

test.each([
  ['"destructive": true', 3, ['"description": "Runs [⚠️ DESTRUCTIVE]",']],
  ['"O"', 3, ['"description": "O"']],
  ['"flags"', 0, ['"o": {', '}']],
  ['"a/b~"', 1, expect.arrayContaining(['"name": "x_a_b__2cq55xbs",'])],
  ['"version"', 0, ['[', ']']],
])('the place %s of the document, its end included, made the lines of the narrowest part', (piece, step, lines) => {
  expect(placesFrom(map, TEXT, TEXT.indexOf(piece) + step).map(lineAt)).toStrictEqual(lines);
});

test('an effect that no words come from leads to its command; behind the document is nothing', () => {
  expect(placesFrom(map, TEXT, TEXT.indexOf('"reversible"') + 1).map(lineAt)[0]).toBe('{');
  expect(placesFrom(map, TEXT, TEXT.length)).toStrictEqual([]);
});

/** The texts of the places. */
function madeBy(line: string): readonly (string | undefined)[] {
  const origin = originOf(map, TEXT, tool, output.indexOf(line) + 2);
  return origin?.ranges.map(({ start, end }) => TEXT.slice(start.offset, end.offset)) ?? [];
}

test('a line leads to the places of the document that made it; what every tool has, to its command', () => {
  expect(madeBy('"name"')).toStrictEqual(['"a/b~"', '"name": "x"']);
  expect(madeBy('"description": "Runs')).toStrictEqual(['"description": "Runs"', '"destructive": true']);
  expect(madeBy('"description": "O"')).toStrictEqual(['"description": "O"']);
  expect(madeBy('"input_schema"')).toStrictEqual(['"a/b~"']);
  const { labels, ranges } = originOf(map, TEXT, tool, output.indexOf('"O"')) ?? {};
  expect([labels, ranges?.[0]?.start]).toStrictEqual([
    ['a/b~ › --o › description'],
    { line: 4, column: 51, offset: TEXT.indexOf('"description": "O"') },
  ]);
});

test('a fact that made no line belongs to the nearest place above it', () => {
  expect(lineAt(lineMadeBy(map, '/commands/a~1b~0/options/0/flags/0'))).toBe('"o": {');
  expect(lineMadeBy(map, '/version')).toBe(0);
});

test.each(PROVIDERS)('every line for %s has an origin', (provider) => {
  const strict = compile([tool], provider, { strict: true });
  const { lines, starts } = sourceMapOf(JSON.stringify(strict.tools, null, 2), strict);
  expect(lines).toHaveLength(starts.length);
});

const option = (name: string) => ({ name, flags: [`--${name}`], type: 'string', description: 'O' });
const GH = {
  ...{ atip: { version: '0.4' }, name: 'gh', version: '1', description: 'GitHub' },
  globalOptions: [option('host')],
  commands: {
    '': { description: 'Itself', arguments: [{ name: 'file', type: 'file', description: 'File' }] },
    pr: { description: 'P', commands: { create: { description: 'C', options: [option('title')] } } },
  },
};

test.each([
  ['', 'gh'],
  ['/globalOptions/0', '--host'],
  ['/commands//arguments/0/type', 'gh › file › type'],
  ['/commands/pr/commands/create/effects/network', 'pr create › effects.network'],
  ['/commands/pr/commands/create/options/0/default', 'pr create › --title › default'],
  ['/commands/pr/commands/create/options/7', 'pr create › options.7'],
])('the place %j is called %j', (pointer, label) => {
  expect(placeLabel(parseTool(JSON.stringify(GH)).tool ?? expect.fail('no tool'), pointer)).toBe(label);
});
