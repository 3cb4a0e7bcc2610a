import type { AtipTool, Issue, Loss } from '@atip/core';
import { expect, test } from 'vitest';
import { groupLosses, MOST_PLACES } from './group-losses.ts';

const TOOL: AtipTool = { atip: '0.4', name: 'x', version: '1', description: 'X' };

const loss = (code: string, pointer: string): Loss => ({ code, provider: 'openai', tool: 'x', pointer, message: '' });
const issue = (code: string, path: string, message: string, severity: Issue['severity'] = 'info'): Issue => ({
  code: `loss-${code}`,
  severity,
  message,
  path,
});

test('what reads the same is one group; warnings come first, then what is least usual, then what is most', () => {
  const parts = [
    ['in-text', '/commands/a/effects/network', 'told'],
    ['not-sent', '/commands/a/examples', 'kept'],
    ['not-sent', '/commands/a/effects/cost', 'harm', 'warning'],
    ['renamed', '/commands/b', 'renamed'],
    ['not-sent', '/commands/b/examples', 'kept'],
    ['not-sent', '/commands/b/x', 'other'],
  ] as const;
  const groups = groupLosses(
    TOOL,
    parts.map(([code, path]) => loss(code, path)),
    parts.map(([code, path, message, severity]) => issue(code, path, message, severity)),
  );
  expect(groups.map(({ code, severity, message, count }) => [code, severity, message, count])).toStrictEqual([
    ['not-sent', 'warning', 'harm', 1],
    ['renamed', 'info', 'renamed', 1],
    ['not-sent', 'info', 'kept', 2],
    ['not-sent', 'info', 'other', 1],
    ['in-text', 'info', 'told', 1],
  ]);
  expect(groups[2]?.places).toStrictEqual([{ label: 'a › examples' }, { label: 'b › examples' }]);
});

test('a place has its fix and its range', () => {
  const range = { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 2, offset: 1 } };
  const fix = { title: 'Shorten', edits: [] };
  const [group] = groupLosses(
    TOOL,
    [loss('truncated', '/description')],
    [{ ...issue('truncated', '/description', 'cut'), range, fix }],
  );
  expect(group?.places).toStrictEqual([{ label: 'description', range, fix }]);
});

test('of a thousand alike the first are told, and how many there are', () => {
  const losses = Array.from({ length: 1000 }, (_none, index) => loss('not-sent', `/commands/c${index}/examples`));
  const [group] = groupLosses(
    TOOL,
    losses,
    losses.map(({ pointer }) => issue('not-sent', pointer, 'kept')),
  );
  expect([group?.count, group?.places.length, group?.places[0]?.label]).toStrictEqual([
    1000,
    MOST_PLACES,
    'c0 › examples',
  ]);
});
