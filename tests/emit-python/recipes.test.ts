// The recipes for Go and Rust as they were compiled and run once; nothing is compiled here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCall, checkTool, flattenCommands, parseTool } from '@atip/core';
import { asRecord } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const RECIPES = ['cobra', 'clap'] as const;

function recorded(name: string): Readonly<Record<string, unknown>> {
  return asRecord(JSON.parse(readFileSync(join(ROOT, 'examples/emit', name, 'recorded.json'), 'utf8')));
}

test.each(RECIPES)('%s: the document has no doubt, and every command its effects', (name) => {
  const { document } = recorded(name);
  const { tool, issues } = parseTool(document);
  expect(issues).toStrictEqual([]);
  const commands = tool === undefined ? [] : flattenCommands(tool);
  expect(commands.map((command) => command.path.join(' ')).sort()).toStrictEqual(['box drop', 'list']);
  expect(commands.filter(({ effects }) => Object.keys(effects).length === 0)).toStrictEqual([]);
  const doubts =
    tool === undefined ? [] : checkTool(tool, JSON.stringify(document)).filter(({ severity }) => severity !== 'info');
  expect(doubts.filter(({ code }) => code !== 'missing-description')).toStrictEqual([]);
});

test.each([
  ['cobra', 'shelf box drop ["-y" "two words"]\n'],
  ['clap', 'box drop ["-y", "two words"]\n'],
])('%s: a call is written as the program read it', (name, output) => {
  const { document, call, argv, output: printed } = recorded(name);
  const { tool } = parseTool(document);
  const { arguments: args } = asRecord(call);
  const check = checkCall(
    { id: '1', name: 'shelf_box_drop', arguments: asRecord(args) },
    tool === undefined ? [] : [tool],
  );
  expect([check.argv, printed]).toStrictEqual([argv, output]);
});
