import { expect, test } from 'vitest';
import { bubblewrapArguments } from './bubblewrap.ts';
import type { SandboxProfile } from './sandbox-profile.ts';

const PROFILE: SandboxProfile = {
  network: false,
  cwd: '/h/p',
  executable: '/opt/tool',
  foundAs: '/h/bin/tool',
  emptied: ['/tmp', '/h'],
  caches: [],
  closed: ['/h'],
  temporary: { at: '/tmp/.scratch', source: '/state/tmp' },
  agent: '/run/agent',
  writable: ['/h/p'],
  pinned: ['/h/p/.git'],
  protected: ['/h/p/.git/hooks'],
  rebound: ['/tmp/x'],
  made: ['/h/e'],
  links: [{ path: '/h/bin/tool', target: '../lib/tool' }],
  hidden: [
    { path: '/s/dir', directory: true },
    { path: '/s/file', directory: false },
    { path: '/s/file2', directory: false },
  ],
  watched: [],
  purpose: { git: false, makes: new Set() },
  notes: [],
};

const PIPES = { covered: ['/h/fifo'], notes: [] };

test('a profile is laid down parents first, protection and secrets last', () => {
  const args = bubblewrapArguments(
    PROFILE,
    { A: '', TMPDIR: '/elsewhere' },
    { filter: 4, empty: 5, guard: 7, report: 9 },
    PIPES,
  );
  const scratch = '--perms 1777 --size 1073741824 --tmpfs';
  expect(args.join(' ').split(/ (?=--(?!size|tmpfs|dir \/tmp|ro-bind-data 7))/)).toStrictEqual([
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session', '--cap-drop ALL'],
    ...['--hostname sandbox', '--ro-bind / /', '--dev /dev', '--proc /proc', '--ro-bind /proc/sys /proc/sys'],
    ...['/proc/sysrq-trigger', '/proc/mtrr', '/proc/scsi', '/proc/acpi', '/proc/fs'].map(
      (p) => `--ro-bind-try ${p} ${p}`,
    ),
    ...[`${scratch} /h`, `${scratch} /tmp`, '--dir /h/e', '--bind /h/p /h/p', '--ro-bind /tmp/x /tmp/x'],
    ...[
      '--perms 0755 --size 4096 --tmpfs /s/dir',
      '--ro-bind /dev/null /h/fifo',
      '--ro-bind-data 5 /s/file',
      '--ro-bind-data 6 /s/file2',
    ],
    ...[
      '--bind /h/p/.git /h/p/.git',
      '--symlink ../lib/tool /h/bin/tool',
      '--bind /state/tmp /tmp/.scratch',
      '--ro-bind /h/p/.git/hooks /h/p/.git/hooks',
    ],
    '--ro-bind /run/agent /dev/ssh-agent',
    '--perms 0555 --ro-bind-data 7 /dev/write-guard',
    ...[
      '--remount-ro /s/dir',
      '--remount-ro /h',
      '--clearenv',
      '--setenv A ',
      '--setenv TMPDIR /tmp/.scratch',
      '--setenv SSH_AUTH_SOCK /dev/ssh-agent',
      '--chdir /h/p',
      '--seccomp 4',
    ],
    '--json-status-fd 9',
  ]);
});
