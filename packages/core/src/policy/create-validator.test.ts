import { GH } from '../testing/documents.ts';
import { createValidator } from './check-policy.ts';
import { expect, test } from 'vitest';

test('a destructive command violates a policy that forbids it', () => {
  const result = createValidator([GH], { allowDestructive: false, allowBillable: true }).validate('gh_repo_delete', {
    repo: 'x',
  });
  expect(result).toStrictEqual({
    valid: false,
    violations: [
      {
        code: 'DESTRUCTIVE_OPERATION',
        message: 'gh_repo_delete permanently destroys data.',
        severity: 'error',
        toolName: 'gh_repo_delete',
        commandPath: ['repo', 'delete'],
      },
    ],
  });
});

test('all violations are returned, network ones as warnings that still invalidate', () => {
  const { valid, violations } = createValidator([GH], {
    allowDestructive: false,
    allowNonReversible: false,
    allowNetwork: false,
  }).validate('gh_repo_delete', {});
  expect(valid).toBe(false);
  expect(violations.map(({ code, severity }) => [code, severity])).toStrictEqual([
    ['DESTRUCTIVE_OPERATION', 'error'],
    ['NON_REVERSIBLE_OPERATION', 'error'],
    ['NETWORK_OPERATION', 'warning'],
  ]);
});

test.each(['gh_repo', '__proto__', 'toString'])('%s is unknown', (name) => {
  expect(
    createValidator([GH], {})
      .validate(name, {})
      .violations.map(({ code, severity }) => [code, severity]),
  ).toStrictEqual([['UNKNOWN_COMMAND', 'error']]);
});

test('changing a tool before the first call changes nothing either', () => {
  const tool = structuredClone(GH);
  const validator = createValidator([tool], { allowDestructive: false, minTrustLevel: 'native' });
  const command = tool.commands?.['repo']?.commands?.['delete'];
  if (command) command.effects = { destructive: false };
  tool.trust = { source: 'inferred' };
  expect(validator.validate('gh_repo_delete', {}).violations.map(({ code }) => code)).toStrictEqual([
    'DESTRUCTIVE_OPERATION',
  ]);
});
