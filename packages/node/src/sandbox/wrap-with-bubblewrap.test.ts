// needs: bwrap
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AtipEffects } from '@atip/core';
import { expect, onTestFinished, test } from 'vitest';
import type { Launch } from '../process/launch-types.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { findBubblewrap, guardPipes, wrapWithBubblewrap } from './bubblewrap.ts';
import type { SandboxRequest } from './sandbox.ts';
import { sandboxProfile } from './sandbox-profile.ts';
import { type MakeWriteGuard, seccompFilter, writeGuard } from './seccomp-filter.ts';

const SH = realpathSync('/bin/sh');
const ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Whom the sandbox is started as; only root can switch users. */
const USERS: readonly [string, number | undefined][] = ROOT
  ? [
      ['root', undefined],
      ['an ordinary user', NOBODY],
    ]
  : [['an ordinary user', undefined]];

const GUARD: MakeWriteGuard = (places, report) => {
  const make = writeGuard(process.arch);
  if (make === null) throw new Error(`There is no guard for ${process.arch}.`);
  return make(places, report);
};

const QUIET: AtipEffects = { network: false, filesystem: { write: false } };

async function place(uid: number | undefined, under = '/var/tmp') {
  const directory = await createTemporaryDirectory(undefined, under);
  const at = (name: string): string => join(directory.path, name);
  for (const name of ['', 'home', 'home/project', 'home/project/.git', 'home/project/.git/hooks', 'home/.ssh']) {
    mkdirSync(at(name), { recursive: true });
    if (uid !== undefined) chownSync(at(name), uid, uid);
  }
  const files = {
    'home/.ssh/id': 'secret',
    'home/.npmrc': 'secret',
    'home/note': 'note',
    'home/project/.git/config': '',
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(at(name), content);
    if (uid !== undefined) chownSync(at(name), uid, uid);
  }
  const run = (script: string, request: Partial<SandboxRequest> = {}, env: Launch['env'] = {}) =>
    start(
      {
        executable: SH,
        foundAs: SH,
        cwd: at('home/project'),
        home: at('home'),
        effects: QUIET,
        writableRoots: [],
        ...request,
      },
      ['-c', script],
      { HOME: at('home'), PATH: '/usr/bin:/bin', ...env },
      uid,
    );
  return { at, run };
}

async function start(request: SandboxRequest, args: readonly string[], env: Launch['env'], uid: number | undefined) {
  const bubblewrap = await findBubblewrap();
  const filter = seccompFilter(process.arch);
  if (bubblewrap === null || filter === null) throw new Error('Install bubblewrap to run this test.');
  const profile = sandboxProfile(request, { env: {}, hidden: [] });
  const wrap = wrapWithBubblewrap(bubblewrap, filter, profile, guardPipes(profile, GUARD));
  const launch = wrap({ file: request.executable, argv0: request.foundAs, args, env });
  const inherited = launch.inherited ?? [];
  const child = spawn(launch.file, launch.args, {
    argv0: launch.argv0,
    cwd: launch.cwd,
    env: launch.env,
    ...(uid !== undefined && { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe', ...inherited.map(() => 'pipe' as const), 'pipe', 'pipe'],
  });
  for (const report of child.stdio.slice(3 + inherited.length)) {
    if (report instanceof Readable) report.resume();
  }
  inherited.forEach((bytes, index) => {
    const pipe = child.stdio[index + 3];
    if (pipe !== null && pipe !== undefined && 'end' in pipe) pipe.end(bytes);
  });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The pipes are missing.');
  const [out, err, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { out, err, code };
}

test.each(USERS)(
  'as %s: a program runs, in its directory, with its environment and nothing else',
  async (_name, uid) => {
    const { at, run } = await place(uid);
    const { out, err, code } = await run(
      'pwd; env | sort; ls /proc/self/fd | grep -x . | paste -sd ""; cat ../note || true',
      {},
      { A: 'b c\n', E: '' },
    );
    const env = [
      'A=b c',
      '',
      'E=',
      `HOME=${at('home')}`,
      'PATH=/usr/bin:/bin',
      `PWD=${at('home/project')}`,
      'TMPDIR=/tmp',
    ];
    expect({ out: out.replace(/^OLDPWD=.*\n|^_=.*\n|^SHLVL=.*\n/gm, ''), err, code }).toStrictEqual({
      out: [at('home/project'), ...sortLines(env), '0123', ''].join('\n'),
      err: expect.stringContaining('No such file'),
      code: 0,
    });
  },
);

function sortLines(lines: readonly string[]): string[] {
  return lines.toSorted((first, second) => (first < second ? -1 : 1));
}

test.each(USERS)(
  'as %s: what is writable is, but not what others run, nor can that be moved away',
  async (_name, uid) => {
    const { at, run } = await place(uid);
    const effects = { network: false, filesystem: { write: true } };
    const script = `echo x > made; echo x > .git/index; echo x > .git/hooks/pre-commit; echo x >> .git/config
    mv .git gone; mv .git/hooks .git/other; rm -rf .git/hooks; echo x > ../planted; echo x > ../../planted`;
    const { err } = await run(script, { effects, writableRoots: [at('home/project')] });
    expect(err.trim().split('\n')).toHaveLength(8);
    expect(readdirSync(at('home/project')).toSorted()).toStrictEqual(['.git', 'made']);
    expect(readdirSync(at('home/project/.git')).toSorted()).toStrictEqual(['config', 'hooks']);
    expect(readdirSync(at('home/project/.git/hooks'))).toStrictEqual([]);
    expect(readFileSync(at('home/project/.git/config'), 'utf8')).toBe('');
    expect([existsSync(at('planted')), existsSync(at('home/planted'))]).toStrictEqual([false, false]);
  },
);

test.each(USERS)('as %s: the kernel cannot be set', async (_name, uid) => {
  const { run } = await place(uid);
  const { out } = await run(
    'find /proc/sys -type f -writable; find /proc -maxdepth 1 -type f -writable; find /sys -maxdepth 4 -writable',
  );
  expect(out).toBe('');
});

test('the network is reached where the metadata asks for it, and name servers are known', async () => {
  const { run } = await place(undefined);
  const server = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const script = `${process.execPath} -e 'fetch("http://127.0.0.1:${port}").then((r) => r.text()).then(console.log, () => console.log("no"))'; cat /etc/resolv.conf | wc -c`;
  const effects = (network: boolean): AtipEffects => ({ network, filesystem: { write: false } });
  const { size } = { size: readFileSync('/etc/resolv.conf').length };
  expect((await run(script, { effects: effects(true) })).out).toBe(`reached\n${size}\n`);
  expect((await run(script, { effects: effects(false) })).out).toMatch(/^no\n/);
});
