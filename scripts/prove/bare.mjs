// The two commands of the README on a Debian that debootstrap makes, as an ordinary user: nothing of this machine is in it but its
// resolver and its certificates.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../repository.mjs';
import { inBrowser, megabytes, needs, PLACE, rows, step } from './steps.mjs';

const MACHINE = join(PLACE, 'machine');
const HOME = join(MACHINE, 'home/ada');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const [SUITE, NODE, NPM] = ['bookworm', '20.20.2', '10.8.2'];

export async function bare(values) {
  const isThere = await step('bare: the machine', layMachine);
  if (!isThere) return;
  await step('bare: git clone, as an ordinary user', async () => {
    execFileSync('git', ['bundle', 'create', '--quiet', join(MACHINE, 'srv/atip.bundle'), 'HEAD'], { cwd: ROOT });
    await as('ada', 'git clone --quiet /srv/atip.bundle atip-workbench', 'clone.log');
    const changed = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
    return `commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()}${changed === '' ? '' : ', without the changes that are not committed'}`;
  });
  await step('bare: npm start, the first', start);
  await step('bare: npm start, again', start);
  if (values.packages) {
    const packages = Object.values(needs.PACKAGES).join(' ');
    const line = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}`;
    await step('bare: apt-get install, as npm test says', async () => {
      await as('root', `export DEBIAN_FRONTEND=noninteractive; ${line}`, 'packages.log');
      return `${packages}; ${megabytes(join(MACHINE, 'var/cache/apt/archives'))} of Debian's`;
    });
  }
  if (values.test) await step('bare: npm test', test);
  else rows.push(['bare: npm test', 'left out: --no-test', '0']);
}

/** Debian's smallest system with git, and Node and npm from npm's packages, as nodejs.org's archives have them. */
async function layMachine() {
  const image = join(PLACE, `${SUITE}.tar`);
  rmSync(MACHINE, { recursive: true, force: true });
  if (!existsSync(image)) {
    const include = '--include=ca-certificates,git,procps';
    execFileSync('debootstrap', ['--variant=minbase', include, SUITE, MACHINE], { stdio: ['ignore', 2, 2] });
    execFileSync('tar', ['-cf', `${image}.part`, '-C', MACHINE, '.']);
    execFileSync('mv', [`${image}.part`, image]);
  } else {
    mkdirSync(MACHINE);
    execFileSync('tar', ['-xf', image, '-C', MACHINE]);
  }
  const packed = execFileSync('npm', ['pack', '--silent', `node-linux-${process.arch}@${NODE}`, `npm@${NPM}`], {
    cwd: PLACE,
    encoding: 'utf8',
  });
  const [node, npm] = packed.trim().split('\n');
  const local = join(MACHINE, 'usr/local');
  mkdirSync(join(local, 'lib/node_modules/npm'), { recursive: true });
  execFileSync('tar', ['-xzf', node, '--strip-components=1', '-C', local, 'package/bin'], { cwd: PLACE });
  execFileSync('tar', ['-xzf', npm, '--strip-components=1', '-C', join(local, 'lib/node_modules/npm')], { cwd: PLACE });
  for (const name of ['npm', 'npx'])
    execFileSync('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name)]);
  // The network's: its names, and its certificates where a proxy has some of its own.
  for (const file of ['/etc/resolv.conf', CERTIFICATES]) cpSync(file, join(MACHINE, file), { dereference: true });
  execFileSync('chroot', [MACHINE, 'useradd', '--create-home', '--shell=/bin/bash', 'ada']);
  const versions = await as('ada', 'id -un; node --version; npm --version; ls -A', 'machine.log');
  return `Debian ${SUITE} (${megabytes(join(MACHINE, 'var/cache/apt/archives'))}), ${versions.trim().split('\n').join(', ')}`;
}

/** A program with its own root, processes and mounts. Not by chroot alone: the kernel gives no user namespace to who lives in one. */
function enter(user, command) {
  const lay = [
    'mount --make-rprivate / && mount --bind "$0" "$0" && cd "$0"',
    'mount -t proc proc proc && mount --rbind /dev dev && mount -t tmpfs tmpfs tmp && chmod 1777 tmp',
    'pivot_root . . && umount -l .',
    `exec setpriv --reuid=${user} --regid=${user} --init-groups env -i --default-signal=INT HOME=${user === 'root' ? '/root' : `/home/${user}`} USER=${user} LANG=C.UTF-8 NODE_EXTRA_CA_CERTS=${CERTIFICATES} PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin bash -c "$1"`,
  ];
  const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
  return ['unshare', [...namespaces, 'sh', '-c', lay.join(' && '), MACHINE, `cd; ${command}`]];
}

/** Runs a line of bash there, to its end, and keeps what it prints. */
async function as(user, command, log) {
  const path = join(PLACE, log);
  const [program, args] = enter(user, command);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  writeFileSync(path, said);
  if (code !== 0) throw new Error(`${said}\nexit code ${code}; ${path}`);
  return said;
}

/** `npm start` at a terminal, until its link has opened in a browser and the API has answered; then Ctrl-C. */
async function start() {
  const [program, args] = enter('ada', 'cd atip-workbench; trap : INT; npm start; echo "exit code $?"');
  const line = [program, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  // Ctrl-C is for what runs inside, not for who holds the namespaces.
  const child = spawn('script', ['-qfec', `trap '' INT; ${line}`, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.on('close', resolve));
  let said = '';
  const started = Date.now();
  try {
    const link = await new Promise((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text) => {
        said += stripVTControlCharacters(text);
        const [found] = /http:\/\/\S+#k=[\w-]+/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
      void ended.then(() => reject(new Error(said)));
    });
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    const seen = await openLink(link);
    const asked = Date.now();
    child.stdin.write('\u0003');
    await ended;
    const [, code] = /exit code (\d+)/.exec(said) ?? [];
    // npm ends as Ctrl-C ends a program, after its child has ended.
    if (code !== '0' && code !== '130') throw new Error(`After Ctrl-C: exit code ${code}`);
    const npm = megabytes(join(HOME, '.npm/_cacache/content-v2'));
    return `its link after ${minutes} minutes, ${npm} from npm so far; ${seen}; Ctrl-C ended it in ${Date.now() - asked} ms, exit code ${code}`;
  } finally {
    child.stdin.write('\u0003');
    child.stdin.end();
    writeFileSync(join(PLACE, 'start.log'), said);
    show(said);
  }
}

/** Without what npm overwrites as it waits. */
function show(said) {
  process.stdout.write(said.replaceAll(/^.*[⠀-⣿]\s*|\r/gmu, '').replaceAll(/^/gm, '   | '));
  process.stdout.write('\n');
}

async function openLink(link) {
  return inBrowser(async (page) => {
    const answered = page.waitForResponse(
      (response) => response.url().includes('/api/v1/tools') && response.status() === 200,
    );
    await page.goto(link);
    const answer = await answered;
    await page.getByRole('button', { name: /This computer$/ }).waitFor();
    return `"${await page.title()}" opened and connected, ${new URL(answer.url()).pathname} answered 200`;
  });
}

async function test() {
  let said = '';
  try {
    said = await as('ada', 'cd atip-workbench && npm test', 'npm-test.log');
  } catch (error) {
    said = readFileSync(join(PLACE, 'npm-test.log'), 'utf8');
    if (!said.includes(' passed, ')) throw error;
    process.exitCode = 1;
  }
  show(said);
  const [failed] = /^Failed: .*/m.exec(said) ?? [];
  const npm = megabytes(join(HOME, '.npm/_cacache/content-v2'));
  return `${failed === undefined ? '' : `FAILED: ${failed}; `}${said.trim().split('\n').at(-1)}; ${npm} from npm in all`;
}
