import { compile, parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { closestLinesOfOffset, linesOfOffset } from './lines-of-offset.ts';
import { lineStartsOf, positionAt } from './line-starts.ts';
import { provenanceOf } from './provenance-of.ts';
import { createPointerLocator, rangeOfPointer } from './range-of-pointer.ts';
import { sourceOfLine } from './source-of-line.ts';

const TEXT =
  '\ufeff{ "atip": "0.4", "name": "x", "version": "1", "description": "Does x", "commands": {\r\n' +
  '"a/b~": { "description": "Runs", "effects": { "destructive": true, "reversible": true },\r' +
  '"options": [\n{ "name": "o", "flags": ["-o"], "type": "string", "description": "O" }] } } }\n';

function prepare() {
  const { tool } = parseTool(TEXT);
  const provenance = tool && provenanceOf(TEXT, tool, compile([tool], 'anthropic'));
  if (tool === undefined || provenance === undefined) throw new Error('The fixture is no tool.');
  const lines = JSON.stringify(compile([tool], 'anthropic').tools, null, 2).split('\n');
  const at = (piece: string): number => TEXT.indexOf(piece);
  const textsOf = (numbers: readonly number[]): readonly string[] =>
    numbers.map((line) => lines[line - 1]?.trim() ?? '');
  return { provenance, lines, at, textsOf };
}

test('a caret leads to the lines made from the narrowest place first, and to all of its tool after them', () => {
  const { provenance, lines, at, textsOf } = prepare();
  const found = textsOf(linesOfOffset(provenance, at('"destructive": true') + 3));
  expect(found).toStrictEqual([
    '"description": "Runs [⚠️ DESTRUCTIVE]",',
    ...['{', '"input_schema": {', '"type": "object",', '"properties": {', '},', '"required": []', '}', '}'],
    ...['[', ']'],
  ]);
  expect(lines.length).toBe(found.length + 5);
});

test('only the closest lines: a member, its end included, a parameter by a field that is not sent, a command by another', () => {
  const { provenance, at, textsOf } = prepare();
  const closest = (offset: number): readonly string[] => textsOf(closestLinesOfOffset(provenance, offset));
  expect(closest(at('"O"') + 3)).toStrictEqual(['"description": "O"']);
  expect(closest(at('"flags"'))).toStrictEqual(['"o": {', '}']);
  expect(closest(at('"reversible"') + 1)[0]).toBe('{');
  expect(closest(at('"version"'))).toStrictEqual(['[', ']']);
  expect(closest(at('"a/b~"'))).toStrictEqual(['"name": "x_a_b__2cq55xbs",']);
});

test('places outside the document and lines outside the output lead nowhere', () => {
  const { provenance, lines } = prepare();
  expect(linesOfOffset(provenance, TEXT.length)).toStrictEqual([]);
  expect([sourceOfLine(provenance, 0), sourceOfLine(provenance, lines.length + 1)]).toStrictEqual([
    undefined,
    undefined,
  ]);
});

test('lines and columns are those of an editor, for every kind of line end', () => {
  const { provenance, lines } = prepare();
  const source = sourceOfLine(provenance, lines.findIndex((line) => line.includes('"O"')) + 1);
  const offset = TEXT.indexOf('"description": "O"');
  expect(source?.ranges).toStrictEqual([
    { start: { line: 4, column: 51, offset }, end: { line: 4, column: 69, offset: offset + 18 } },
  ]);
  expect(source?.paths).toStrictEqual(['/commands/a~1b~0/options/0/description']);
  expect([...lineStartsOf('a\r\n\rb\nc')]).toStrictEqual([0, 3, 4, 6]);
  expect(positionAt(lineStartsOf('a\n\nb'), 2)).toStrictEqual({ line: 2, column: 1, offset: 2 });
});

test('it survives being posted', () => {
  const { provenance } = prepare();
  expect(sourceOfLine(structuredClone(provenance), 3)).toStrictEqual(sourceOfLine(provenance, 3));
});

const piece = (pointer: string): string | undefined => {
  const range = rangeOfPointer(TEXT, pointer);
  return range && TEXT.slice(range.start.offset, range.end.offset);
};

test('the range of a pointer is its key and value', () => {
  expect(piece('/name')).toBe('"name": "x"');
  expect(piece('/commands/a~1b~0/options/0/flags/0')).toBe('"-o"');
  expect(piece('')).toBe(TEXT.trim());
  expect(piece('/commands/none')).toBe(undefined);
  expect(piece('/commands/a~1b~0/options/01')).toBe(undefined);
  expect(rangeOfPointer('{', '')).toBe(undefined);
  expect(rangeOfPointer('[1, 2]', '/1')?.start).toStrictEqual({ line: 1, column: 5, offset: 4 });
});

test('a mark is short: the key of what has several lines, the nearest place above what is missing', () => {
  const locator = createPointerLocator(TEXT);
  const marked = (pointer: string): string | undefined => {
    const range = locator?.markOf(pointer);
    return range && TEXT.slice(range.start.offset, range.end.offset);
  };
  expect(marked('/name')).toBe('"name": "x"');
  expect(marked('/commands/a~1b~0')).toBe('"a/b~"');
  expect(marked('/commands/a~1b~0/arguments')).toBe('"a/b~"');
  expect(marked('')).toBe('{');
  expect(createPointerLocator('{')).toBe(undefined);
});
