// needs: bwrap
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import type { AtipEffects } from '@atip/core';
import { createSandbox, executeCommand, type SandboxRequest } from '@atip/node';
import { expect, onTestFinished, test } from 'vitest';
import type { WrapLaunch } from '../../packages/node/src/process/launch-types.ts';
import { findBubblewrap } from '../../packages/node/src/sandbox/bubblewrap.ts';
import { sandboxProfile } from '../../packages/node/src/sandbox/sandbox-profile.ts';
import { seccompFilter } from '../../packages/node/src/sandbox/seccomp-filter.ts';
import { wrapWithBubblewrap } from '../../packages/node/src/sandbox/bubblewrap.ts';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';

const SANDBOX = await createSandbox();
const SH = realpathSync('/bin/sh');
const READ_ONLY: AtipEffects = { network: false, filesystem: { write: false } };
const WRITES: AtipEffects = { network: false, filesystem: { write: true } };

/** A home with a directory to work in, and named pipes with a reader outside. */
async function prepare(under: string) {
  const directory = await createTemporaryDirectory(onTestFinished, under);
  const at = (name: string): string => join(directory.path, name);
  for (const name of ['home/project', 'home/bin']) mkdirSync(at(name), { recursive: true });
  const readers = ['home/ctl', 'home/project/ctl', 'home/bin/ctl'].map((name) => {
    execFileSync('mkfifo', [at(name)]);
    const descriptor = openSync(at(name), constants.O_RDWR | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(descriptor));
    return [name, descriptor] as const;
  });
  const tool = await directory.script('home/bin/tool', '#!/bin/sh\neval "$1"\n');
  symlinkSync('../ctl', at('home/project/link'));
  const request = (more: Partial<SandboxRequest>): SandboxRequest => ({
    ...{
      executable: SH,
      foundAs: SH,
      cwd: at('home/project'),
      home: at('home'),
      effects: READ_ONLY,
      writableRoots: [],
      // Else there is no pipe to be written.
      readable: ['~'],
    },
    ...more,
  });
  /** Text that arrived since the last check, by pipe. */
  const arrived = (): Record<string, string> =>
    Object.fromEntries(
      readers.map(([name, descriptor]) => [name, readAll(descriptor)]).filter(([, text]) => text !== ''),
    );
  return { at, tool, request, arrived };
}

function readAll(descriptor: number): string {
  const bytes = Buffer.alloc(4096);
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
    return '';
  }
}

/** The sandbox without its guard, as it was before: everything read-only, no sockets. */
async function withoutGuard(request: SandboxRequest): Promise<WrapLaunch> {
  const bubblewrap = await findBubblewrap();
  const filter = seccompFilter(process.arch);
  if (bubblewrap === null || filter === null) throw new Error('Install bubblewrap to run this test.');
  const profile = sandboxProfile(request, { env: {}, hidden: [] });
  return wrapWithBubblewrap(bubblewrap, filter, profile, { covered: [], notes: [] });
}

async function run(script: string, request: SandboxRequest, wrap: WrapLaunch) {
  const args = request.executable === SH ? ['-c', script] : [script];
  const outcome = await executeCommand([request.executable, ...args], {
    cwd: request.cwd,
    env: { HOME: request.home, PATH: '/usr/bin:/bin' },
    timeout: 20_000,
    maxOutput: 65_536,
    wrap,
  });
  return outcome;
}

/** Ways to one and the same pipe; each writes `X`. */
const WAYS: Readonly<Record<string, string>> = {
  'by its path': 'echo X > ~/ctl',
  'by a link': 'echo X > link',
  'through /proc/self/root': 'echo X > "/proc/self/root$HOME/ctl"',
  'opened for reading first':
    'exec 3<>/dev/null; perl -e \'open(F, "+<", "$ENV{HOME}/ctl") or sysopen(F, "$ENV{HOME}/ctl", 2048); open(G, ">", "/proc/self/fd/".fileno(F)) and print G "X\\n"\'',
  'as a descriptor of its place only':
    'perl -e \'sysopen(F, "$ENV{HOME}/ctl", 010000000) and open(G, ">", "/proc/self/fd/".fileno(F)) and print G "X\\n"\'',
  'from a child that lives on its own': 'setsid sh -c "echo X > ~/ctl"; sleep 0.2',
};

test.each(Object.entries(WAYS))(
  'a tool without write cannot write into a pipe of the home: %s',
  async (_name, script) => {
    const { request, arrived } = await prepare('/var/tmp');
    await run(script, request({}), await withoutGuard(request({})));
    expect(arrived()).toStrictEqual({ 'home/ctl': 'X\n' });
    const { report, wrap } = await SANDBOX.plan(request({}));
    await run(script, request({}), wrap);
    expect(arrived()).toStrictEqual({});
    expect(report).toMatchObject({ applied: true, notes: [] });
  },
);

const ALL = 'for pipe in ~/ctl ~/project/ctl ~/bin/ctl; do (echo X > $pipe); done';
const EVERY = { 'home/ctl': 'X\n', 'home/project/ctl': 'X\n', 'home/bin/ctl': 'X\n' };

test.each(['/var/tmp', '/tmp'])('in %s: a tool writes into pipes only where it may write', async (under) => {
  const { at, request, arrived } = await prepare(under);
  const held = async (more: Partial<SandboxRequest>): Promise<Record<string, string>> => {
    const { wrap } = await SANDBOX.plan(request(more));
    await run(ALL, request(more), wrap);
    return arrived();
  };
  await run(ALL, request({}), await withoutGuard(request({})));
  expect(arrived()).toStrictEqual(EVERY);
  expect(await held({})).toStrictEqual({});
  expect(await held({ effects: WRITES, writableRoots: [at('home/project')] })).toStrictEqual({
    'home/project/ctl': 'X\n',
  });
  // One directory of the home comes back into a home that begins empty.
  const tool = { executable: at('home/bin/tool'), foundAs: at('home/bin/tool'), readable: [] };
  const reads = { network: false, filesystem: { read: false, write: false } };
  await run(ALL, request({ ...tool, effects: reads }), await withoutGuard(request({ ...tool, effects: reads })));
  expect(arrived()).toStrictEqual({ 'home/bin/ctl': 'X\n' });
  expect(await held({ ...tool, effects: reads })).toStrictEqual({});
});

test('a pipe is not brought into a writable directory', async () => {
  const { at, request, arrived } = await prepare('/var/tmp');
  const more = request({ effects: WRITES, writableRoots: [at('home/project')] });
  const { wrap } = await SANDBOX.plan(more);
  const script =
    'ln ~/ctl hard; ln ~/ctl /tmp/hard; mv ~/ctl moved; cp -R ~/ctl copied; for f in hard /tmp/hard moved copied; do [ -p $f ] && (echo X > $f &) ; done; sleep 0.1';
  await run(script, more, wrap);
  expect(arrived()).toStrictEqual({});
  expect(existsSync(at('home/project/hard'))).toBe(false);
  // `mv` and `cp` make a new pipe, from which nobody reads.
  expect(statSync(at('home/ctl')).isFIFO()).toBe(true);
});

// Only root can make one.
test.runIf(process.getuid?.() === 0)('devices outside of /dev open for nobody', async () => {
  const { at, request } = await prepare('/var/tmp');
  execFileSync('mknod', ['-m', '666', at('home/project/null'), 'c', '1', '3']);
  execFileSync('mknod', ['-m', '666', at('home/project/ram'), 'b', '1', '0']);
  const script = 'for d in null ram; do (echo X > $d) 2>/dev/null || echo closed; done';
  const writes = request({ effects: WRITES, writableRoots: [at('home/project')] });
  for (const asked of [request({}), writes]) {
    const { stdout } = await run(script, asked, (await SANDBOX.plan(asked)).wrap);
    expect(stdout).toBe('closed\nclosed\n');
  }
});
