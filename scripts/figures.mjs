// `npm run figures`: measures what tests/figures holds and prints it with what differs; `-- --write` records it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureInstalled } from './ensure-installed.mjs';
import { formatJson } from './format-json.mjs';
import { ROOT } from './write-or-check.mjs';

const args = process.argv.slice(2);
const wrong = args.find((argument) => argument !== '--write');
if (wrong !== undefined) {
  process.stderr.write(`There is no option ${wrong}; there is --write.\n`);
  process.exit(2);
}
await ensureInstalled();
const alias = Object.fromEntries(
  ['core', 'share'].map((room) => [`@atip/${room}`, join(ROOT, `packages/${room}/src/index.ts`)]),
);
const { module } = await runnerImport(join(ROOT, 'tests/figures/figures-page.ts'), {
  configFile: false,
  logLevel: 'error',
  resolve: { alias },
});
for (const [name, { value, tolerance }] of Object.entries(module.figures))
  process.stdout.write(`${name}: ${value.toLocaleString('en')} (± ${tolerance} %)\n`);
if (args.includes('--write')) {
  const values = Object.fromEntries(Object.entries(module.figures).map(([name, { value }]) => [name, value]));
  writeFileSync(join(ROOT, 'tests/figures/figures.json'), formatJson(values));
  process.stdout.write('wrote tests/figures/figures.json\n');
} else {
  for (const difference of module.differences) process.stderr.write(`${difference}\n`);
  if (module.differences.length > 0) process.exitCode = 1;
}
