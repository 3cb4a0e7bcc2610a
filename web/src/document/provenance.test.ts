import { compile, parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { linesOfOffset, sourceOfLine } from './provenance.ts';
import { provenanceOf } from '../features/output/output-answers.ts';

const TEXT =
  '\ufeff{ "atip": "0.4", "name": "x", "version": "1", "description": "Does x", "commands": {\r\n' +
  '"a/b~": { "description": "Runs", "effects": { "destructive": true, "reversible": true },\r' +
  '"options": [\n{ "name": "o", "flags": ["-o"], "type": "string", "description": "O" }] } } }\n';

function prepare() {
  const { tool } = parseTool(TEXT);
  const compilation = tool && compile([tool], 'anthropic');
  const provenance = compilation && provenanceOf(TEXT, compilation);
  if (compilation === undefined || provenance === undefined) throw new Error('The fixture is no tool.');
  const lines = JSON.stringify(compilation.tools, null, 2).split('\n');
  const at = (piece: string): number => TEXT.indexOf(piece);
  /** The lines made from an offset, and what made the line that begins so: why, and the texts. */
  const closest = (offset: number): readonly string[] =>
    linesOfOffset(provenance, offset).map((line) => lines[line - 1]?.trim() ?? '');
  const madeBy = (begin: string): readonly string[] => {
    const source = sourceOfLine(provenance, lines.findIndex((line) => line.trim().startsWith(begin)) + 1);
    return [source?.why ?? '', ...(source?.ranges ?? []).map(({ start, end }) => TEXT.slice(start.offset, end.offset))];
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

test('a line leads to what made it, in words too', () => {
  const { madeBy } = prepare();
  expect(madeBy('"name"')).toStrictEqual([
    'made from the key of the command and `name` of the tool',
    '"a/b~"',
    '"name": "x"',
  ]);
  expect(madeBy('"description": "Runs')).toStrictEqual([
    'made from `description` and `effects.destructive` of the command',
    '"description": "Runs"',
    '"destructive": true',
  ]);
  expect(madeBy('"o"')[0]).toBe('made from the option and `name` of the option');
  expect(madeBy('"description": "O"')).toStrictEqual(['made from `description` of the option', '"description": "O"']);
  expect(madeBy('"input_schema"')[0]).toBe('made by the dialect, for the command');
  expect(madeBy('[')[0]).toBe('made by the dialect, for the tool');
});

test('lines and columns are those of an editor, for every kind of line end', () => {
  const { provenance, lines } = prepare();
  const source = sourceOfLine(provenance, lines.findIndex((line) => line.includes('"O"')) + 1);
  const offset = TEXT.indexOf('"description": "O"');
  expect(source?.ranges).toStrictEqual([
    { start: { line: 4, column: 51, offset }, end: { line: 4, column: 69, offset: offset + 18 } },
  ]);
  expect(source?.paths).toStrictEqual(['/commands/a~1b~0/options/0/description']);
});

test('every line of an output has a source; a text that is no JSON has none', () => {
  const { tool } = parseTool(TEXT);
  for (const provider of ['openai', 'gemini', 'mcp', 'bedrock'] as const) {
    const compilation = compile(tool ? [tool] : [], provider, { strict: true, strategy: 'action' });
    expect(provenanceOf(TEXT, compilation)?.sources).toHaveLength(
      JSON.stringify(compilation.tools, null, 2).split('\n').length,
    );
  }
  expect(provenanceOf('Usage: demo COMMAND', compile([], 'openai'))).toBe(undefined);
});
