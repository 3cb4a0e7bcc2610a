// The tarballs of a release, installed like a user's program: in a folder and a home without anything of ours.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, run } from '../repository.mjs';
import { fromTests, inBrowser, megabytes, PLACE, step, summary, vitest } from './steps.mjs';

export async function tarballs() {
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
  const { NODE_EXTRA_CA_CERTS = '' } = process.env;
  const env = {
    NODE_EXTRA_CA_CERTS,
    HOME: home,
    PATH: `${home}/.local/bin:${join(process.execPath, '..')}:/usr/bin:/bin`,
  };
  const options = { cwd: home, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  execFileSync('npm', ['install', '--silent', '--global', `--prefix=${home}/.local`, ...files], options);
  const version = execFileSync('atip', ['--version'], options).trim();
  execFileSync('atip', ['setup', 'claude-code', '--yes'], options);
  const settings = readFileSync(join(home, '.claude/settings.json'), 'utf8');
  if (!settings.includes('gate --hook claude-code')) throw new Error(`atip setup wrote: ${settings}`);
  const from = (path) => fromTests(`@modelcontextprotocol/sdk/client/${path}.js`);
  const [{ Client }, { StdioClientTransport }] = [await from('index'), await from('stdio')];
  const client = new Client({ name: 'prove', version });
  await client.connect(new StdioClientTransport({ command: 'atip', args: ['mcp', '--tools', 'git:status,log'], env }));
  const { tools } = await client.listTools();
  await client.close();
  if (!tools.some(({ name }) => name === 'git_log')) throw new Error('atip mcp does not list git_log.');
  return `atip ${version}; hook written; ${tools.length} tools listed by the official client`;
}

function fromRoot(name) {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
}
