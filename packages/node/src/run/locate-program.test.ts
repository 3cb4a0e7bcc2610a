import { expect, test } from 'vitest';
import { type ApprovedCommand, approvalHash } from './locate-program.ts';

const COMMAND: ApprovedCommand = {
  executable: { path: '/usr/bin/git', hash: 'sha256:00', stamp: '1:2:3' },
  argv: ['/usr/bin/git', 'clean', '--force'],
  cwd: '/repo',
  effects: { destructive: true, filesystem: { delete: true, write: true } },
};

const HASH = 'sha256:28cb916e450c8b20eaad2785b053dd6d4450fbf8b851318454721cc969943472';

test('the hash is over canonical JSON: the order of keys does not matter', () => {
  expect(approvalHash(COMMAND)).toBe(HASH);
  const { executable, argv, cwd } = COMMAND;
  const effects = { filesystem: { write: true, delete: true }, destructive: true };
  const { stamp, path, hash } = executable;
  expect(approvalHash({ effects, cwd, argv, executable: { stamp, hash, path } })).toBe(HASH);
});

test.each<[string, Partial<ApprovedCommand>]>([
  ['another file', { executable: { ...COMMAND.executable, path: '/tmp/git' } }],
  ['other bytes', { executable: { ...COMMAND.executable, hash: 'sha256:01' } }],
  ['a file put in its place', { executable: { ...COMMAND.executable, stamp: '1:2:4' } }],
  ['another argument', { argv: ['/usr/bin/git', 'clean', '--force', '-x'] }],
  ['arguments in another order', { argv: ['/usr/bin/git', '--force', 'clean'] }],
  ['arguments divided in another way', { argv: ['/usr/bin/git', 'clean --force'] }],
  ['another directory', { cwd: '/' }],
  ['other effects', { effects: { destructive: true } }],
])('%s is another hash', (_name, changes) => {
  expect(approvalHash({ ...COMMAND, ...changes })).not.toBe(HASH);
});
