import { type JsonSource, readJson } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { markOf, removeBelow, setBelow } from './json-place.ts';
import { applyEdits } from './issues.ts';

const TEXT =
  '\ufeff{ "atip": "0.4", "name": "x", "version": "1", "description": "Does x", "commands": {\r\n' +
  '"a/b~": { "description": "Runs", "effects": { "destructive": true, "reversible": true },\r' +
  '"options": [\n{ "name": "o", "flags": ["-o"], "type": "string", "description": "O" }] } } }\n';

function read(text: string): JsonSource {
  const { root, lines } = readJson(text);
  if (root === undefined) throw new Error('The fixture is not JSON.');
  return { source: text, root, lines };
}

const SOURCE = read(TEXT);

test.each([
  ['/name', '"name": "x"'],
  ['/commands/a~1b~0/options/0/flags/0', '"-o"'],
  ['', '{'],
  // Of what has several lines the mark is the key; of what is missing the nearest place above.
  ['/commands/a~1b~0/arguments', '"a/b~"'],
  ['/commands/none', '"commands"'],
  ['/commands/a~1b~0/options/01', '"options"'],
])('the mark of %j', (pointer, mark) => {
  const { start, end } = markOf(SOURCE, pointer);
  expect(TEXT.slice(start.offset, end.offset)).toBe(mark);
});

test.each<[string, string, unknown, string]>([
  ['{ "a": 1 }', 'effects.network', true, '{ "a": 1, "effects": { "network": true } }'],
  ['{ "effects": { "network": false } }', 'effects.network', true, '{ "effects": { "network": true } }'],
  ['{ "effects": {} }', 'effects.cost.billable', true, '{ "effects": { "cost": { "billable": true } } }'],
  ['{ "effects": 1 }', 'effects.network', true, '{ "effects": 1 }'],
  ['{"a":1}', 'b', { c: '\n' }, '{"a":1, "b": { "c": "\\n" }}'],
  ['{\n  "a": 1\n}', 'b', {}, '{\n  "a": 1,\n  "b": {}\n}'],
  ['{ "a": 1, "b": 2, "c": 3 }', 'a', undefined, '{ "b": 2, "c": 3 }'],
  ['{\n  "a": 1,\n  "b": 2\n}', 'a', undefined, '{\n  "b": 2\n}'],
  ['{\n  "a": 1,\n  "b": 2\n}', 'b', undefined, '{\n  "a": 1\n}'],
  ['{ "a": 1 }', 'a', undefined, '{}'],
  ['{ "a": 1, "effects": { "network": false } }', 'effects.network', undefined, '{ "a": 1 }'],
  [
    '{ "effects": { "cost": { "billable": true }, "network": true } }',
    'effects.cost.billable',
    undefined,
    '{ "effects": { "network": true } }',
  ],
  ['{ "effects": { "cost": {} } }', 'effects.cost.billable', undefined, '{ "effects": { "cost": {} } }'],
])('%s with %s as %j', (text, path, value, expected) => {
  const source = read(text);
  const tokens = path.split('.');
  const { root } = source;
  const edits = value === undefined ? removeBelow(source, root, tokens) : setBelow(source, root, tokens, value);
  expect(applyEdits(text, edits)).toBe(expected);
});
