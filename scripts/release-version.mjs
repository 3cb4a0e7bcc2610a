// `npm run release:version`: what the files of .changeset ask for becomes the next version, everywhere it is written down.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder } from './ensure-folder.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { runNpm, runStep } from './run-step.mjs';
import { ROOT } from './write-or-check.mjs';

const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const write = (file, text) => writeFileSync(join(ROOT, file), text);
const versionNow = () => JSON.parse(read('packages/core/package.json')).version;

await ensureInstalled();
await ensureFolder('tests/release');
const before = versionNow();
const sentences = changes();
await succeed(runStep(process.execPath, ['tests/release/node_modules/@changesets/cli/bin.js', 'version']));
const version = versionNow();
if (version === before) throw new Error('No file of .changeset asks for a version.');

replace('package.json', `"version": "${before}"`, `"version": "${version}"`);
replace('packages/cli/src/version.ts', `'${before}'`, `'${version}'`);
replace('CHANGELOG.md', '## Unreleased\n', `## Unreleased\n\n## ${version} – ${today()}\n\n${sentences}`);
await succeed(runNpm(['install', '--package-lock-only', '--ignore-scripts']));
await succeed(runNpm(['run', '--silent', 'format']));
process.stdout.write(`${before} → ${version}. Read the diff, run npm test, commit, and tag the commit v${version}.\n`);

/** The sentences of the files, which the versioning removes, as lines of the changelog. */
function changes() {
  const files = readdirSync(join(ROOT, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const texts = files.sort().map((name) => read(`.changeset/${name}`).replace(/^---\n[\s\S]*?\n---\n/, ''));
  return texts.map((text) => `- ${text.trim().replaceAll('\n', '\n  ')}\n`).join('');
}

function replace(file, from, to) {
  const text = read(file);
  if (!text.includes(from)) throw new Error(`${file} does not say ${JSON.stringify(from)}.`);
  write(
    file,
    text.replace(from, () => to),
  );
}

function today() {
  return new Date().toISOString().slice(0, 10);
}

async function succeed(step) {
  if ((await step) !== 0) throw new Error('The lines above say what failed; nothing was committed.');
}
