// `npm run inspector`: the official MCP inspector lists and calls a real tool of atip, over both transports.
//
// No part of `npm test`: it takes 300 MB from the npm registry, into a folder of its own, since the inspector needs a newer
// Node than this repository. Another build of the command line can be named: npm run inspector -- path/to/atip.mjs
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt } from './ensure-built.mjs';
import { ROOT } from './write-or-check.mjs';

const PACKAGES = ['@modelcontextprotocol/inspector@2.12.0', 'node@24'];
const MESSAGE = 'A commit that only this repository has';

const given = process.argv[2];
if (given === undefined) await ensureBuilt();
const atip = given === undefined ? join(ROOT, 'packages/cli/dist/main.js') : resolve(given);
const tools = installInspector();
const scene = layScene();
const results = [];
try {
  await inspect('stdio', { command: process.execPath, args: [atip, 'mcp', '--cwd', scene.repository], env: scene.env });
  const companion = await startCompanion();
  try {
    const token = readFileSync(companion.tokenFile, 'utf8').trim();
    const headers = { Authorization: `Bearer ${token}` };
    await inspect('http', { type: 'streamable-http', url: `${companion.origin}/api/v1/mcp`, headers });
    const bare = { type: 'streamable-http', url: `${companion.origin}/api/v1/mcp` };
    const refused = await run(bare, ['--method', 'tools/list', '--stored-auth-only']);
    check('http', 'without the token nothing is listed', refused.stderr.includes('auth_required'), refused);
  } finally {
    await companion.stop();
  }
} finally {
  rmSync(scene.root, { recursive: true, force: true });
}
for (const { transport, name, ok, shown } of results) {
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'}  ${transport.padEnd(5)}  ${name}\n`);
  if (!ok) process.stdout.write(`${shown}\n`);
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;

/** What a person would do with it: list the tools, read the log, try to delete something. */
async function inspect(transport, server) {
  const list = await run(server, ['--method', 'tools/list', '--strict']);
  const listed = list.code === 0 ? JSON.parse(list.stdout).tools.map(({ name }) => name) : [];
  check(transport, `tools/list: ${listed.length} tools, no schema problems`, listed.includes('git_log'), list);
  const log = await run(server, ['--method', 'tools/call', '--tool-name', 'git_log', '--tool-arg', 'oneline=true']);
  check(transport, 'tools/call git_log', log.code === 0 && log.stdout.includes(MESSAGE), log);
  const remove = ['--tool-name', 'git_branch_--delete', '--tool-arg', 'branches=["old"]'];
  const refused = await run(server, ['--method', 'tools/call', ...remove]);
  const branches = execFileSync('git', ['branch', '--list', 'old'], { cwd: scene.repository, encoding: 'utf8' });
  const stays = branches.trim() === 'old' && refused.stdout.includes('"isError": true');
  check(transport, 'tools/call git_branch_--delete is refused, the branch is still there', stays, refused);
}

function check(transport, name, ok, { stdout, stderr }) {
  results.push({ transport, name, ok, shown: `${stdout}\n${stderr}`.slice(0, 4_000) });
}

/** Runs the inspector once. The server, and its token with it, is in a file: other users can read command lines. */
function run(server, args) {
  const config = join(scene.root, 'config.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { atip: server } }), { mode: 0o600 });
  const child = spawn(tools.node, [tools.inspector, '--cli', '--config', config, '--server', 'atip', ...args], {
    cwd: scene.root,
    env: scene.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      texts[name] += text;
    });
  }
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, ...texts }));
  });
}

/** `atip serve` on a free port, with its token in a file. */
async function startCompanion() {
  const args = [atip, 'serve', '--port', '0', '--no-open', '--token-file', '--cwd', scene.repository];
  const child = spawn(process.execPath, args, { env: scene.env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((done) => {
    child.once('close', done);
  });
  let said = '';
  const tokenFile = new Promise((done) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said += `${line}\n`;
      const path = /^The token is in (\S+)/.exec(line)?.[1];
      if (path !== undefined) done(path);
    });
  });
  const link = new Promise((done) => {
    createInterface({ input: child.stdout }).once('line', done);
  });
  const failed = ended.then((code) => {
    throw new Error(`The companion ended with code ${code}: ${said}`);
  });
  const [path, line] = await Promise.race([Promise.all([tokenFile, link]), failed]);
  return {
    tokenFile: path,
    origin: new URL(line).origin,
    async stop() {
      failed.catch(() => undefined);
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A repository with one commit and a branch, and git's document where atip looks for it. */
function layScene() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-inspector-')));
  const [repository, shims] = [join(root, 'repository'), join(root, 'data/agent-tools/shims')];
  for (const path of [repository, shims]) mkdirSync(path, { recursive: true });
  copyFileSync(join(ROOT, 'web/src/samples/git.json'), join(shims, 'git.json'));
  const env = { HOME: root, PATH: '/usr/bin:/bin', XDG_DATA_HOME: join(root, 'data') };
  const git = (...args) => execFileSync('git', args, { cwd: repository, env, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--allow-empty', '-m', MESSAGE);
  git('branch', 'old');
  return { root, repository, env };
}

/** Installs the inspector, and a Node that it runs under, once per user. @returns their files. */
function installInspector() {
  const directory = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'atip-inspector');
  mkdirSync(directory, { recursive: true });
  // Outside of every other project, so that npm does not look for one above.
  writeFileSync(join(directory, 'package.json'), '{ "private": true }\n');
  process.stderr.write(`Installing ${PACKAGES.join(' and ')} in ${directory} …\n`);
  const args = [
    'install',
    '--no-save',
    '--no-fund',
    '--no-audit',
    '--loglevel=error',
    '--prefix',
    directory,
    ...PACKAGES,
  ];
  execFileSync('npm', args, { stdio: ['ignore', process.stderr, process.stderr] });
  return {
    node: join(directory, 'node_modules/node/bin/node'),
    inspector: join(directory, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
  };
}
