// `npm run blocks`: executes every code block of the documentation; `-- PAGE…` some pages; `-- --write PAGE…` also writes down what their commands print.
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createServer } from 'vite';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
// Settings of pages are loaded while it runs, which `runnerImport` does not allow.
const vite = await createServer({
  configFile: false,
  root: ROOT,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { '@atip/core': join(ROOT, 'packages/core/src/index.ts') } },
});
const load = (file) => vite.ssrLoadModule(join(ROOT, file));
const { listPages } = await load('tests/docs/list-pages.ts');
const { runPages } = await load('tests/docs/run-pages.ts');
const { reportPages } = await load('tests/docs/report-pages.ts');

const args = process.argv.slice(2);
const isWriting = args.includes('--write');
const named = args.filter((arg) => arg !== '--write').map((path) => relative(ROOT, resolve(path)));
const started = Date.now();
const results = await runPages(named.length > 0 ? named : listPages(), isWriting).finally(() => vite.close());
for (const { page, text, failures } of results) {
  if (isWriting) writeFileSync(join(ROOT, page), text);
  for (const { line, message } of failures) process.stderr.write(`${page}:${line}: ${message}\n\n`);
}
process.stdout.write(`${reportPages(results)}${((Date.now() - started) / 1000).toFixed(1)} s\n`);
const failed = results.filter(({ failures }) => failures.length > 0).length;
if (failed > 0)
  process.stderr.write(`${failed} of ${results.length} pages fail${isWriting ? '; what differed is written' : ''}.\n`);
process.exitCode = failed === 0 ? 0 : 1;
