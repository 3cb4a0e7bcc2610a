import { expect, test } from 'vitest';
import { safeStorage } from '../state/safe-storage.ts';
import { recentCommands, rememberCommand } from './recent-commands.ts';

test('the latest five, the latest first, each once', () => {
  const local = safeStorage(() => undefined);
  for (const id of ['a', 'b', 'c', 'd', 'b', 'e', 'f']) rememberCommand(local, id);
  expect(recentCommands(local)).toStrictEqual(['f', 'e', 'b', 'd', 'c']);
});

test.each([['{"a":1}'], ['not JSON'], ['"a"'], ['[1,null]']])('%s counts as none', (stored) => {
  const local = safeStorage(() => undefined);
  local.setItem('atip.palette.v1', stored);
  expect(recentCommands(local)).toStrictEqual([]);
});
