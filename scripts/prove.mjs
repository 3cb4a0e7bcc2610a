// `npm run prove [-- --no-test] [--packages] [--only bare,tutorials,tarballs]`: does what an outsider would, and ends with a table of it.
// The bare machine is a Debian by debootstrap, hence root on Debian. ATIP_PROVE (/var/tmp/atip-prove) keeps its image and the logs.
// `--packages` installs there what `npm test` would otherwise leave files out for.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { install, load, ROOT, run } from './repository.mjs';

const { values } = parseArgs({
  options: {
    test: { type: 'boolean', default: true },
    packages: { type: 'boolean', default: false },
    only: { type: 'string', default: 'bare,tutorials,tarballs' },
  },
  allowNegative: true,
});
const PLACE = process.env.ATIP_PROVE ?? '/var/tmp/atip-prove';
const MACHINE = join(PLACE, 'machine');
const HOME = join(MACHINE, 'home/ada');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const [SUITE, NODE, NPM] = ['bookworm', '20.20.2', '10.8.2'];

await install();
await install('tests');
const fromTests = createRequire(join(ROOT, 'tests/package.json'));
const { chromium } = await import(pathToFileURL(fromTests.resolve('playwright-core')).href).then((one) => one.default);
const needs = await load('tests/needs.ts');
mkdirSync(PLACE, { recursive: true });

const rows = [];
for (const part of values.only.split(',')) await { bare, tutorials, tarballs }[part]();
const cells = rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
process.stdout.write(`\n| what | result | seconds |\n|---|---|---|\n${cells}`);

/** Does one step and writes its row. A step that throws has failed, and so has what needs it. @returns whether it worked */
async function step(what, action) {
  process.stdout.write(`── ${what} …\n`);
  const started = Date.now();
  let result;
  try {
    result = await action();
  } catch (error) {
    result = `FAILED: ${error instanceof Error ? error.message.trim().split('\n').slice(-3).join(' / ') : error}`;
    process.exitCode = 1;
  }
  rows.push([what, result, ((Date.now() - started) / 1000).toFixed(1)]);
  process.stdout.write(`   ${rows.at(-1).slice(1).join(', ')} s\n`);
  return !result.startsWith('FAILED');
}

async function bare() {
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
  const [program, args] = enter('ada', 'cd atip-workbench && npm start; echo "exit code $?"');
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
    if (code !== '0') throw new Error(`After Ctrl-C: exit code ${code}`);
    const npm = megabytes(join(HOME, '.npm/_cacache/content-v2'));
    return `its link after ${minutes} minutes, ${npm} from npm so far; ${seen}; Ctrl-C ended it in ${Date.now() - asked} ms, exit code 0`;
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

async function tutorials() {
  await ensureBuilt();
  await step('tutorials, literally', () => vitest('tests/docs/tutorials.test.ts').then(summary));
}

async function tarballs() {
  const packed = join(PLACE, 'tarballs');
  const app = join(PLACE, 'app');
  for (const path of [packed, app]) rmSync(path, { recursive: true, force: true });
  const files = [];
  const isPacked = await step('tarballs: npm run release:pack', async () => {
    if ((await run(process.execPath, ['scripts/release.mjs', packed])) !== 0) throw new Error('It failed, see above.');
    files.push(
      ...readdirSync(packed)
        .filter((file) => file.endsWith('.tgz'))
        .map((file) => join(packed, file)),
    );
    return `${files.length} tarballs, ${megabytes(packed)}`;
  });
  if (!isPacked) return;
  const isInstalled = await step('tarballs: npm install in an empty folder', async () => {
    mkdirSync(join(app, 'src'), { recursive: true });
    writeFileSync(join(app, 'package.json'), '{ "name": "app", "private": true, "type": "module" }');
    execFileSync('npm', ['install', '--silent', ...files, `vite@${fromRoot('vite').version}`], {
      cwd: app,
      stdio: 'inherit',
    });
    return `${readdirSync(join(app, 'node_modules/@atip')).length + 1} packages of ours, ${megabytes(join(app, 'node_modules'))}`;
  });
  if (!isInstalled) return;
  await step('tarballs: plain Node imports each', () => plainNode(app));
  await step('tarballs: Vite app, built and opened in Chromium', () => viteApp(app));
  await step('tarballs: one suite in Node, Deno, Bun, workerd, Chromium', async () =>
    summary(await vitest('tests/runtimes/runtimes.test.ts', { ATIP_INSTALLED: app })),
  );
  await step('tarballs: npm install --global; atip --version, setup, mcp', () => globalCommand(files));
}

function plainNode(app) {
  const names = ['atip', ...readdirSync(join(app, 'node_modules/@atip')).map((name) => `@atip/${name}`)];
  const code = `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).length)`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: app, encoding: 'utf8' });
  const lines = said.trim().split('\n');
  if (lines.some((line) => line.endsWith(' 0'))) throw new Error(`A package exports nothing: ${said}`);
  return `${lines.join(', ')} names`;
}

/** A page that compiles a bundled document, reads a line and makes a link, with the packages that run in browsers. */
const PAGE = `import { compile } from '@atip/core';
import { fromHelp } from '@atip/importers';
import { encodeShare } from '@atip/share';
import { readLine } from '@atip/shell';
import { loadShim } from '@atip/shims';
const tool = await loadShim('git');
const { tools } = compile([tool], 'openai');
const { parts } = readLine('git status && git push --force');
const help = fromHelp('Usage: x [options]\\n\\nOptions:\\n  -v, --verbose  more\\n', { name: 'x' });
const link = encodeShare({ documents: [{ name: 'git', text: JSON.stringify(tool) }], provider: 'openai' });
document.title = [tools.length > 100, parts.length, help.tool.name, link.startsWith('#v2.')].join(' ');
`;

async function viteApp(app) {
  writeFileSync(
    join(app, 'index.html'),
    '<!doctype html><title>…</title><script type="module" src="/src/main.js"></script>',
  );
  writeFileSync(join(app, 'src/main.js'), PAGE);
  const { build, preview } = await import(pathToFileURL(join(app, 'node_modules/vite/dist/node/index.js')).href);
  await build({ root: app, logLevel: 'warn', build: { target: 'esnext' } });
  const server = await preview({ root: app, logLevel: 'warn', preview: { port: 0, host: '127.0.0.1' } });
  try {
    return await inBrowser(async (page) => {
      await page.goto(server.resolvedUrls.local[0]);
      await page.waitForFunction(() => document.title !== '…');
      const title = await page.title();
      if (title !== 'true 2 x true') throw new Error(`The page says: ${title}`);
      return `${megabytes(join(app, 'dist'))} built; the page compiled, imported, read a line and made a link`;
    });
  } finally {
    await server.close();
  }
}

/** As an agent's configuration names it: \`atip\` on the PATH, in a home where nothing is. */
async function globalCommand(files) {
  const home = join(PLACE, 'home');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const env = { HOME: home, PATH: `${home}/.local/bin:${join(process.execPath, '..')}:/usr/bin:/bin` };
  const options = { cwd: home, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  execFileSync('npm', ['install', '--silent', '--global', `--prefix=${home}/.local`, ...files], options);
  const version = execFileSync('atip', ['--version'], options).trim();
  execFileSync('atip', ['setup', 'claude-code', '--yes'], options);
  const settings = readFileSync(join(home, '.claude/settings.json'), 'utf8');
  if (!settings.includes('gate --hook claude-code')) throw new Error(`atip setup wrote: ${settings}`);
  const from = (path) => import(pathToFileURL(fromTests.resolve(`@modelcontextprotocol/sdk/client/${path}.js`)).href);
  const [{ Client }, { StdioClientTransport }] = [await from('index'), await from('stdio')];
  const client = new Client({ name: 'prove', version });
  await client.connect(new StdioClientTransport({ command: 'atip', args: ['mcp', '--tools', 'git'], env }));
  const { tools } = await client.listTools();
  await client.close();
  if (!tools.some(({ name }) => name === 'git_log')) throw new Error('atip mcp does not list git_log.');
  return `atip ${version}; hook written; ${tools.length} tools listed by the official client`;
}

async function inBrowser(action) {
  const browser = await chromium.launch({
    executablePath: needs.findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const result = await action(page);
    if (errors.length > 0) throw new Error(errors.join(' / '));
    return result;
  } finally {
    await browser.close();
  }
}

/** @returns the report of one test file */
async function vitest(file, env = {}) {
  const report = join(PLACE, 'vitest.json');
  const args = ['run', file, '--maxWorkers=1', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const options = { env: { ...process.env, ...env } };
  await run(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], options);
  return JSON.parse(readFileSync(report, 'utf8'));
}

function summary({ success, numPassedTests, numFailedTests, numPendingTests }) {
  if (!success) process.exitCode = 1;
  return `${success ? '' : 'FAILED: '}${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`;
}

function fromRoot(name) {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
}

function megabytes(path) {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
