import { expect, test } from 'vitest';
import { DEFAULT_REDACT_PATTERNS } from './patterns.ts';

test('are those of the specification', () => {
  expect(DEFAULT_REDACT_PATTERNS.map(String)).toStrictEqual([
    String.raw`/Bearer\s+[A-Za-z0-9\-._~+\/]+=*/g`,
    String.raw`/Basic\s+[A-Za-z0-9+\/]+=*/g`,
    '/ghp_[A-Za-z0-9]{36}/g',
    '/gho_[A-Za-z0-9]{36}/g',
    '/ghs_[A-Za-z0-9]{36}/g',
    '/ghu_[A-Za-z0-9]{36}/g',
    '/AKIA[A-Z0-9]{16}/g',
    String.raw`/(?<=password[=:\s])[^\s]+/gi`,
    String.raw`/(?<=secret[=:\s])[^\s]+/gi`,
    String.raw`/(?<=token[=:\s])[^\s]+/gi`,
    String.raw`/(?<=api[_-]?key[=:\s])[^\s]+/gi`,
  ]);
});
