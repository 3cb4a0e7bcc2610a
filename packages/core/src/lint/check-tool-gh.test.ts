import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseTool } from '../metadata/parse-tool.ts';
import { checkTool } from './check-tool.ts';

const GH_JSON = resolve(import.meta.dirname, '../../../../../shared/data/atip/gh.json');

test('finds what is wrong with a real document', ({ skip }) => {
  if (!existsSync(GH_JSON)) skip('left out: ../shared/data/atip/gh.json is not here');
  const text = readFileSync(GH_JSON, 'utf8');
  const { tool } = parseTool(text);
  const counts: Record<string, number> = {};
  for (const { code } of tool ? checkTool(tool, text) : []) counts[code] = (counts[code] ?? 0) + 1;
  // Ten groups declare `--repo` for commands that never get it, and groups that delete in one command make all destructive.
  expect(counts).toStrictEqual({
    'contradictory-effects': 14,
    'denied-destruction': 1,
    'effect-overridden': 99,
    'unreachable-parameters': 10,
  });
});
