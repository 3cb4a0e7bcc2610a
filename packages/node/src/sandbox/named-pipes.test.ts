// needs: bwrap
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, readSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { executeCommand } from '../process/execute-command.ts';
import { createDirectoryOutsideTmp } from '../testing/temporary-directory.ts';
import { createSandbox } from './create-sandbox.ts';
import { coverPipes, findBubblewrap, guardPipes, wrapWithBubblewrap } from './bubblewrap.ts';
import type { SandboxProfile } from './sandbox-profile.ts';
import { type MakeWriteGuard, seccompFilter, writeGuard } from './seccomp-filter.ts';

const SH = realpathSync('/bin/sh');

const PROFILE: SandboxProfile = {
  ...{ network: false, cwd: '/home/u/p', executable: SH, foundAs: SH, emptied: ['/tmp', '/run'], writable: [] },
  ...{ caches: [], closed: [], pinned: [], protected: [], rebound: [], made: [], links: [], hidden: [], notes: [] },
  ...{ watched: [], purpose: { git: false, makes: new Set() } },
};

const CUT: Partial<SandboxProfile> = { rebound: ['/tmp'], closed: ['/tmp'], temporary: { at: '/tmp/.scratch' } };

async function place() {
  const { path } = await createDirectoryOutsideTmp();
  const at = (name: string): string => join(path, name);
  return { path, at, make: (name: string) => execFileSync('mkfifo', [at(name)]) };
}

const TEXT: MakeWriteGuard = (places, report) => Buffer.from(`${report} ${places.join(' ')}`);

test.each<[string, Partial<SandboxProfile>, string]>([
  ['nothing but what is made for the run', {}, '/dev /proc /tmp /run'],
  ['what is writable', { writable: ['/home/u/p'] }, '/dev /proc /tmp /run /home/u/p'],
  ['a directory shown in /tmp', CUT, '/dev /proc /run /tmp/.scratch'],
  ['a directory shown in /run', { rebound: ['/run'] }, '/dev /proc /tmp'],
  [
    'what is closed takes nothing',
    { emptied: ['/tmp', '/run', '/nowhere'], closed: ['/nowhere'] },
    '/dev /proc /tmp /run',
  ],
  [
    'an empty home in which nothing is shown',
    { emptied: ['/tmp', '/run', '/nowhere'], made: ['/nowhere/p'] },
    '/dev /proc /tmp /run /nowhere /nowhere/p',
  ],
  [
    'an empty home in which a directory is shown',
    { emptied: ['/tmp', '/run', '/nowhere'], made: ['/nowhere/p'], rebound: ['/nowhere/bin'] },
    '/dev /proc /tmp /run /nowhere/p',
  ],
])('Landlock lets a run write: %s', (_name, more, places) => {
  const { guard, ...rest } = guardPipes({ ...PROFILE, ...more }, TEXT);
  expect(String(guard?.(9))).toBe(`9 ${places}`);
  expect(rest).toStrictEqual({ covered: [], notes: [] });
});

test('without Landlock, the pipes that are found are covered, but not those that are gone or writable anyway', async () => {
  const { at, make } = await place();
  for (const name of ['p/deep/er', 'p/out', 'p/secret', 'bin', 'elsewhere']) mkdirSync(at(name), { recursive: true });
  for (const name of ['a', 'p/b', 'p/deep/er/c', 'p/out/d', 'p/secret/e', 'elsewhere/f']) make(name);
  writeFileSync(at('p/file'), '');
  symlinkSync('..', at('p/loop'));
  const profile = {
    ...{ ...PROFILE, cwd: at('p'), executable: at('bin/tool'), writable: [at('p/out')] },
    hidden: [{ path: at('p/secret'), directory: true }],
  };
  const { covered, notes, ...rest } = coverPipes(profile, at('p/deep'));
  expect(rest).toStrictEqual({});
  expect(covered.toSorted()).toStrictEqual([at('p/b'), at('p/deep/er/c')]);
  expect(notes).toStrictEqual([
    expect.stringMatching(/^This kernel has no Landlock, .* outside of .*, and into new ones\.$/),
  ]);
  const few = coverPipes(profile, at('p/deep'), 4);
  expect(few.notes).toStrictEqual([expect.stringMatching(/too large to find all\.$/)]);
});

/** Refuses Landlock as a kernel without it does (ENOSYS), which is also how a container's runtime may refuse it. */
function withoutLandlock(): Uint8Array {
  const filter = seccompFilter(process.arch);
  if (filter === null) throw new Error('There is no filter for this processor.');
  const instruction = (code: number, value: number, ifFalse = 0): Uint8Array => {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt16LE(code, 0);
    bytes.writeUInt8(ifFalse, 3);
    bytes.writeUInt32LE(value, 4);
    return bytes;
  };
  const ENOSYS = 0x00050000 + 38;
  return Buffer.concat([instruction(0x20, 0), instruction(0x15, 444, 1), instruction(0x06, ENOSYS), filter]);
}

test('the guard starts nothing where the kernel has no Landlock', async () => {
  const bubblewrap = (await findBubblewrap()) ?? '';
  const make = writeGuard(process.arch);
  if (make === null) throw new Error('There is no guard for this processor.');
  const profile = { ...PROFILE, cwd: '/' };
  const wrap = wrapWithBubblewrap(bubblewrap, withoutLandlock(), profile, guardPipes(profile, make));
  const run = executeCommand([SH, '-c', 'echo ran'], { env: {}, timeout: 10_000, maxOutput: 1_000, wrap });
  await expect(run).rejects.toThrow(/write guard: this kernel has no Landlock: error 38/);
});

test('without Landlock the machine has a sandbox all the same, which says what it leaves open', async () => {
  const { at, path, make } = await place();
  mkdirSync(at('bin'));
  mkdirSync(at('home'));
  make('home/ctl');
  // Bubblewrap, with a kernel that refuses: what it starts ends as the guard does there.
  const script = `#!/bin/sh
    case " $* " in *" /dev/write-guard "*) echo "write guard: this kernel has no Landlock: error 38" >&2; exit 1;; esac
    exec ${(await findBubblewrap()) ?? ''} "$@"`;
  writeFileSync(at('bin/bwrap'), script, { mode: 0o755 });
  const sandbox = await createSandbox({ directories: [at('bin')], env: { HOME: at('home') } });
  expect(sandbox.status).toMatchObject({
    available: true,
    tested: true,
    limits: [expect.stringContaining('Landlock')],
  });
  expect(sandbox.status.checks.filter(({ passed }) => !passed)).toStrictEqual([]);
  const reader = openSync(at('home/ctl'), constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  const effects = { network: false, filesystem: { write: false } };
  const request = {
    executable: SH,
    foundAs: SH,
    cwd: path,
    home: at('home'),
    effects,
    writableRoots: [],
    readable: ['~'],
  };
  const { report, wrap } = await sandbox.plan(request);
  expect(report.notes).toStrictEqual([expect.stringContaining('This kernel has no Landlock')]);
  const attempt = '(echo X > home/ctl) 2>/dev/null || echo refused; echo x > /tmp/a && cat /tmp/a';
  const ran = await executeCommand([SH, '-c', attempt], { env: {}, timeout: 10_000, maxOutput: 1_000, wrap });
  expect(ran.stdout).toBe('refused\nx\n');
  expect(() => readSync(reader, Buffer.alloc(1))).toThrow(/EAGAIN/);
});

test('a sandbox in which pipes can be written is none', async () => {
  const { at } = await place();
  mkdirSync(at('bin'));
  // Leaves the guard out.
  const script = `#!/bin/bash
    args=(); for arg; do [ "$arg" = /dev/write-guard ] || args+=("$arg"); done; exec ${(await findBubblewrap()) ?? ''} "\${args[@]}"`;
  writeFileSync(at('bin/bwrap'), script, { mode: 0o755 });
  const { status } = await createSandbox({ directories: [at('bin')] });
  expect(status).toMatchObject({
    available: false,
    reason: expect.stringContaining('Writing into a named pipe of ours: done inside'),
  });
});
