import { AuditLogError } from '@atip/node/internal';
import { expect, test } from 'vitest';
import { CliError, systemFailure } from './cli-host.ts';

const ENOSPC = Object.assign(new Error('ENOSPC: no space left on device, write'), {
  code: 'ENOSPC',
  syscall: 'write',
});

test('what the machine refuses is one sentence, and a mistake of ours is not hidden', () => {
  expect(systemFailure(ENOSPC, 'It cannot be done')).toStrictEqual(
    new CliError(5, 'It cannot be done (ENOSPC: no space left on device, write).'),
  );
  const damaged = new AuditLogError('AUDIT_DAMAGED', 'It is damaged.');
  expect(systemFailure(damaged, 'No')).toStrictEqual(new CliError(5, 'No: It is damaged.'));
  const ours = new TypeError('x is undefined');
  expect(systemFailure(ours, 'No')).toBe(ours);
  const coded = Object.assign(new TypeError('bad argument'), { code: 'ERR_INVALID_ARG_TYPE' });
  expect(systemFailure(coded, 'No')).toBe(coded);
});
