import type { FoundTool, ToolOrigin } from '@atip/node';
import { expect, test } from 'vitest';
import { offeredTools } from './offered-tools.ts';

function found(name: string, origin: ToolOrigin): FoundTool {
  const tool = { atip: { version: '0.4' }, name, version: '1', description: '' };
  return { tool, origin, source: name, hash: 'sha256:0', issues: [] };
}

const FOUND = [
  found('own', 'probed'),
  found('git', 'bundled'),
  found('mine', 'shims'),
  found('curl', 'bundled'),
  found('far', 'registry:tools.example'),
];

test.each([
  [undefined, ['own', 'mine'], []],
  [['git', 'mine'], ['git', 'mine'], []],
  [['far'], ['far'], []],
  [['nothing', 'git'], ['git'], ['nothing']],
  [[], [], []],
])('named: %j', (names, offered, unknown) => {
  const chosen = offeredTools(FOUND, names);
  expect(chosen.offered.map(({ tool }) => tool.name)).toStrictEqual(offered);
  expect(chosen.unknown).toStrictEqual(unknown);
});
