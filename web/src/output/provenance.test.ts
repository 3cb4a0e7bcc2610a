import { compile, parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { linesOfOffset, provenanceOf, sourceOfLine } from './provenance.ts';

const TEXT =
  '\ufeff{ "atip": "0.4", "name": "x", "version": "1", "description": "Does x", "commands": {\r\n' +
  '"a/b~": { "description": "Runs", "effects": { "destructive": true, "reversible": true },\r' +
  '"options": [\n{ "name": "o", "flags": ["-o"], "type": "string", "description": "O" }] } } }\n';

function prepare() {
  const { tool } = parseTool(TEXT);
  const compilation = tool && compile([tool], 'anthropic');
  const provenance = tool && compilation && provenanceOf(TEXT, tool, compilation);
  if (compilation === undefined || provenance === undefined) throw new Error('The fixture is no tool.');
  const lines = JSON.stringify(compilation.tools, null, 2).split('\n');
  const at = (piece: string): number => TEXT.indexOf(piece);
  /** The lines made from an offset, and what made the line that begins so: the document or the form, and the texts. */
  const closest = (offset: number): readonly string[] =>
    linesOfOffset(provenance, offset).map((line) => lines[line - 1]?.trim() ?? '');
  const madeBy = (begin: string): readonly string[] => {
    const source = sourceOfLine(provenance, lines.findIndex((line) => line.trim().startsWith(begin)) + 1);
    return [
      source?.isDialect ? 'form' : 'document',
      ...(source?.ranges ?? []).map(({ start, end }) => TEXT.slice(start.offset, end.offset)),
    ];
  };
  return { provenance, lines, at, closest, madeBy };
}

test('a caret leads to the lines made from the narrowest place: a member, its end included, a parameter, a command, the tool', () => {
  const { at, closest } = prepare();
  expect(closest(at('"destructive": true') + 3)).toStrictEqual(['"description": "Runs [⚠️ DESTRUCTIVE]",']);
  expect(closest(at('"O"') + 3)).toStrictEqual(['"description": "O"']);
  expect(closest(at('"flags"'))).toStrictEqual(['"o": {', '}']);
  expect(closest(at('"reversible"') + 1)[0]).toBe('{');
  expect(closest(at('"version"'))).toStrictEqual(['[', ']']);
  expect(closest(at('"a/b~"'))).toStrictEqual(['"name": "x_a_b__2cq55xbs",']);
  expect(closest(TEXT.length)).toStrictEqual([]);
});

test('a line leads to what made it: places of the document, or the form of every tool', () => {
  const { madeBy } = prepare();
  expect(madeBy('"name"')).toStrictEqual(['document', '"a/b~"', '"name": "x"']);
  expect(madeBy('"description": "Runs')).toStrictEqual(['document', '"description": "Runs"', '"destructive": true']);
  expect(madeBy('"o"')).toHaveLength(3);
  expect(madeBy('"description": "O"')).toStrictEqual(['document', '"description": "O"']);
  expect(madeBy('"input_schema"')[0]).toBe('form');
  expect(madeBy('[')[0]).toBe('form');
});

test('lines and columns are those of an editor, for every kind of line end', () => {
  const { provenance, lines } = prepare();
  const source = sourceOfLine(provenance, lines.findIndex((line) => line.includes('"O"')) + 1);
  const offset = TEXT.indexOf('"description": "O"');
  expect(source?.ranges).toStrictEqual([
    { start: { line: 4, column: 51, offset }, end: { line: 4, column: 69, offset: offset + 18 } },
  ]);
  expect(source?.labels).toStrictEqual(['a/b~ › --o › description']);
});

test('every line of an output has a source; a text that is no JSON has none', () => {
  const { tool } = parseTool(TEXT);
  if (tool === undefined) throw new Error('The fixture is no tool.');
  for (const provider of ['openai', 'gemini', 'mcp', 'bedrock'] as const) {
    const compilation = compile([tool], provider, { strict: true, strategy: 'action' });
    expect(provenanceOf(TEXT, tool, compilation)?.sources).toHaveLength(
      JSON.stringify(compilation.tools, null, 2).split('\n').length,
    );
  }
  expect(provenanceOf('Usage: demo COMMAND', tool, compile([], 'openai'))).toBe(undefined);
});
