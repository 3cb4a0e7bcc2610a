// needs: root, linux, debootstrap, script
// The two commands of the README on a Debian that debootstrap makes, as an ordinary user: nothing of this machine is in it but its
// Node and npm, its resolver and its certificates.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

/** Keeps the image, which takes minutes to make. */
const PLACE = '/var/tmp/atip-bare';
const MACHINE = join(PLACE, 'machine');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

beforeAll(() => {
  const image = join(PLACE, 'bookworm.tar');
  rmSync(MACHINE, { recursive: true, force: true });
  mkdirSync(MACHINE, { recursive: true });
  if (!existsSync(image)) {
    const options = ['--variant=minbase', '--include=ca-certificates,git,procps', 'bookworm', MACHINE];
    execFileSync('debootstrap', options, { stdio: 'ignore' });
    execFileSync('tar', ['-cf', image, '-C', MACHINE, '.']);
  } else execFileSync('tar', ['-xf', image, '-C', MACHINE]);
  const node = join(process.execPath, '../..');
  for (const name of ['bin/node', 'bin/npm', 'lib/node_modules/npm'])
    cpSync(join(node, name), join(MACHINE, 'usr/local', name), { recursive: true, verbatimSymlinks: true });
  for (const file of ['/etc/resolv.conf', CERTIFICATES]) cpSync(file, join(MACHINE, file), { dereference: true });
  execFileSync('chroot', [MACHINE, 'useradd', '--create-home', '--shell=/bin/bash', 'ada']);
  execFileSync('git', ['bundle', 'create', '--quiet', join(MACHINE, 'srv/atip.bundle'), 'HEAD'], { cwd: ROOT });
  return () => rmSync(MACHINE, { recursive: true, force: true });
}, 1_800_000);

/** A line of bash there, as its user: a root, processes and mounts of its own. chroot alone would leave no user namespaces. */
function inside(line: string): readonly string[] {
  const lay = [
    'mount --make-rprivate / && mount --bind "$0" "$0" && cd "$0"',
    'mount -t proc proc proc && mount --rbind /dev dev && mount -t tmpfs tmpfs tmp && chmod 1777 tmp',
    'pivot_root . . && umount -l .',
    `exec setpriv --reuid=ada --regid=ada --init-groups env -i --default-signal=INT HOME=/home/ada USER=ada LANG=C.UTF-8 NODE_EXTRA_CA_CERTS=${CERTIFICATES} PATH=/usr/local/bin:/usr/bin:/bin bash -c "$1"`,
  ];
  const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
  return ['unshare', ...namespaces, 'sh', '-c', lay.join(' && '), MACHINE, `cd; ${line}`];
}

test('git clone and npm start: the page is there, the API wants its token, Ctrl-C ends it', async () => {
  const line =
    'git clone --quiet /srv/atip.bundle atip; cd atip; trap : INT; npm start -- --port 0; echo "exit code $?"; echo "again:$(node scripts/build.mjs packages page 2>&1)"; node scripts/build.mjs bundle; node packages/cli/bundle/main.js gate ls';
  const words = inside(line).map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  // Ctrl-C is for what runs inside, not for what holds the namespaces.
  const child = spawn('script', ['-qfec', `trap '' INT; ${words.join(' ')}`, '/dev/null']);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += stripVTControlCharacters(text)));
  const ended = new Promise((resolve) => child.on('close', resolve));
  try {
    await expect.poll(() => said, { timeout: 1_200_000, interval: 200 }).toMatch(/http:\/\/\S+#k=[\w-]+\s|exit code/);
    expect(said).not.toContain('exit code');
    const [, origin = ''] = /(http:\/\/[^/\s]+)\/#k=/.exec(said) ?? [];
    expect(await (await fetch(origin)).text()).toContain('<title>');
    expect((await fetch(`${origin}/api/v1/tools`)).status).toBe(401);
  } finally {
    if (child.exitCode === null) child.stdin.write('\u0003');
    await ended;
  }
  // npm ends as Ctrl-C ends a program, after its child has ended.
  expect(said).toMatch(/exit code (?:0|130)/);
  // The folders that a build makes must not make it stale.
  expect(said).toMatch(/again:\s*\n/);
  // Here is no bubblewrap, and the command line is built even so.
  expect(said).toMatch(/allow {2}ls\s*$/);
}, 1_500_000);
