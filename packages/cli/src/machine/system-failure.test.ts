import { AuditLogError } from '@atip/node';
import { ExecutionError, UnknownCommandError } from '@atip/core';
import { expect, test } from 'vitest';
import { CliError } from '../cli-error.ts';
import { callFailure } from './call-failure.ts';
import { systemFailure } from './system-failure.ts';

const ENOSPC = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });

test('what the machine refuses is one sentence, and a mistake of ours is not hidden', () => {
  expect(systemFailure(ENOSPC, 'It cannot be done')).toStrictEqual(new CliError(5, 'It cannot be done (ENOSPC).'));
  const damaged = new AuditLogError('AUDIT_DAMAGED', 'It is damaged.');
  expect(systemFailure(damaged, 'No')).toStrictEqual(new CliError(5, 'No: It is damaged.'));
  const ours = new TypeError('x is undefined');
  expect(systemFailure(ours, 'No')).toBe(ours);
  const coded = Object.assign(new TypeError('bad argument'), { code: 'ERR_INVALID_ARG_TYPE' });
  expect(systemFailure(coded, 'No')).toBe(coded);
});

test('what stops a call has its exit code', () => {
  const held = { held: true, canAnswer: true };
  const failed = new ExecutionError('It cannot be started.');
  expect(callFailure(failed, held)).toMatchObject({ exitCode: 5 });
  expect(callFailure(failed, { ...held, held: false })).toMatchObject({ exitCode: 3 });
  expect(callFailure(new UnknownCommandError('x', []), held)).toMatchObject({ exitCode: 1 });
  expect(callFailure(ENOSPC, held)).toMatchObject({ exitCode: 5 });
});
