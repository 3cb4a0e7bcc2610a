// `npm run docs`: builds the documentation's site into docs/.vitepress/dist; `npm run docs:dev` serves it while you write.
// ATIP_DOCS_BASE=/some/path/ builds it for that path of a host.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkSite } from './docs/check-site.mjs';
import { ensureFolder } from './ensure-folder.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { runStep } from './run-step.mjs';
import { ROOT } from './write-or-check.mjs';

const DOCS = join(ROOT, 'docs');
const SITE = join(DOCS, '.vitepress/dist');

await ensureInstalled();
await ensureFolder('docs');
const node = (program, ...args) => [program, () => runStep(process.execPath, [join(ROOT, program), ...args])];
const reference = node('docs/node_modules/typedoc/bin/typedoc', '--options', join(DOCS, 'typedoc.json'));
const vitepress = 'docs/node_modules/vitepress/bin/vitepress.js';

// What stands there from before would be taken for what was built now.
rmSync(SITE, { recursive: true, force: true });
const steps = process.argv.includes('--dev')
  ? [reference, node(vitepress, 'dev', DOCS, '--host', '127.0.0.1')]
  : [
      node('node_modules/typescript/bin/tsc', '-p', DOCS),
      reference,
      node(vitepress, 'build', DOCS),
      ['links', () => checkLinks()],
    ];
for (const [name, run] of steps) {
  process.exitCode = await run();
  if (process.exitCode === 0) continue;
  process.stderr.write(`The site was not built: ${name} failed.\n`);
  break;
}

function checkLinks() {
  const { pages, links, problems } = checkSite(SITE, process.env.ATIP_DOCS_BASE ?? '/');
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${pages} pages, ${links} links within the site, ${problems.length} problems: ${SITE}\n`);
  return problems.length === 0 ? 0 : 1;
}
