import { expect, test } from 'vitest';
import { explainRun, type HeldRun, keptConfiguration } from './explain-run.ts';

const RUN: HeldRun = {
  outcome: { exitCode: 1, stdout: '', stderr: '', timedOut: false },
  report: { applied: true, kind: 'bubblewrap', network: false, writable: [], notes: [] },
  ...{ tool: 'gh', effects: { network: false }, cwd: '/home/ada/project', home: '/home/ada' },
  ...{ missed: undefined, needsLogin: false },
};
const explain = (stderr: string, more: Partial<HeldRun> = {}) =>
  explainRun({ ...RUN, ...more, outcome: { ...RUN.outcome, stderr } });

const NOTE = 'The document does not say whether the program changes files, so it can change none.';
const MISSED = 'gh may want your login.';

test.each<[string, Partial<HeldRun>, RegExp]>([
  [
    'fatal: cannot mkdir .git: Read-only file system',
    { report: { ...RUN.report, notes: [NOTE] } },
    /change nothing here\. The document.*"writable"/,
  ],
  ['fatal: cannot mkdir .git: Read-only file system', { cwd: '/home/ada' }, /is or contains the home.*--cwd/],
  ['touch: x: Permission denied', { cwd: '/usr/share' }, /belongs to the system/],
  [
    'cannot create ../x: Read-only file system',
    { report: { ...RUN.report, writable: ['/home/ada/project'] } },
    /in the working directory only/,
  ],
  [
    'cannot open .git/config: Read-only file system',
    { report: { ...RUN.report, writable: ['/home/ada/project'] } },
    /keeps \.git read-only/,
  ],
  ['grep: packages/a/.env: Permission denied', {}, /hides packages\/a\/\.env.*"credentials"/],
  ['curl: (6) Could not resolve host: x', {}, /no network, because its document says that this command needs none/],
  ['connect: Network is unreachable', { effects: {} }, /does not say that this command needs it/],
  ['cannot open /etc/hostname-x: No such file', { seen: { emptied: ['/etc'], rebound: [] } }, /^$/],
  [
    'cannot open /etc/passwd: No such file',
    { seen: { emptied: ['/etc'], rebound: [] } },
    /hides a file in a home.*"readable"/,
  ],
  [
    'cannot open ~/passwd: No such file',
    { home: '/etc', seen: { emptied: ['/etc'], rebound: [] } },
    /hides ~\/passwd.*"readable"/,
  ],
  ['Cannot connect to the Docker daemon at unix:///var/run/docker.sock', {}, /refuses Unix sockets/],
  ['To get started, run: gh auth login', { missed: MISSED }, /^gh may want your login\.$/],
  ['some other failure', { missed: MISSED }, /^$/],
  ['Author identity unknown. Please tell me who you are.', { missed: MISSED }, /^$/],
  ['fatal: unauthorized author', { missed: MISSED }, /^gh may want your login\.$/],
  ['some other failure', { missed: MISSED, needsLogin: true }, /^gh may want your login\.$/],
])('a failure is explained by the rule that it met: %s %j', (stderr, more, reason) => {
  expect(explain(stderr, more) ?? '').toMatch(reason);
  expect(explain(stderr, more) ?? '').not.toMatch(/(?<![\w.~])\/(?:home|etc)/);
});

test.each<[string, Partial<HeldRun>]>([
  ['a success', { outcome: { ...RUN.outcome, exitCode: 0, stderr: 'Read-only file system' } }],
  [
    'one that nothing held',
    { report: { ...RUN.report, applied: false }, outcome: { ...RUN.outcome, stderr: 'EROFS' } },
  ],
])('nothing is said of %s', (_name, more) => {
  expect(explainRun({ ...RUN, ...more })).toBeUndefined();
});

const BUSY =
  'error: could not write config file .git/config: Device or resource busy\nwarning: Update of config-file failed\n';

test.each<[string, number, boolean, number]>([
  [BUSY, 0, true, 1],
  [BUSY, 1, true, 0],
  [BUSY, 0, false, 0],
  ['Deleted branch x (was 1a2b3c4).\n', 0, true, 0],
])('git that succeeds without its configuration is explained: %j %i %j', (stderr, exitCode, applied, notes) => {
  const outcome = { ...RUN.outcome, exitCode, stderr };
  expect(keptConfiguration({ outcome, report: { ...RUN.report, applied } })).toHaveLength(notes);
});
