import { expect, test } from 'vitest';
import { currentAccount } from './current-account.ts';

test('the account is that of the process, its primary group first and each group once', () => {
  const account = currentAccount();
  const groups = [process.getegid?.() ?? -1, ...(process.getgroups?.() ?? [])];
  expect(account).toStrictEqual({ uid: process.geteuid?.(), gids: [...new Set(groups)] });
});
