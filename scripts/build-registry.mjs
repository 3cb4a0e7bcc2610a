// `node scripts/build-registry.mjs [--check]`: packages/registry/known.pack, the documents of all programs that are known but the groups
// of aws, az and gcloud, from @withfig/autocomplete, the shims and what the importers infer. Compressing is left to what changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, load, ROOT } from './repository.mjs';

const COMMAND = 'node scripts/build-registry.mjs';
const PACK = 'packages/registry/known.pack';

// The Fig specifications are installed with the tests.
await install('tests');
const { knownDocuments, otherNames } = await load('packages/registry/build/build-known.ts');
const { readPack, writePack } = await load('packages/registry/build/write-pack.ts');
const { packageVersion } = await load('packages/shims/build/fig-files.ts');

const { buildShims } = await load('packages/shims/build/build-shims.ts');
const { buildClouds, withOmitted } = await load('packages/shims/build/build-clouds.ts');
const read = (url) => import(url);
const shims = await buildShims(join(ROOT, 'packages/shims'), read);
for (const [name, groups] of await buildClouds(read)) shims.set(name, withOmitted(shims.get(name), groups));
const texts = new Map();
for await (const { name, text, isNewest } of knownDocuments(read, shims)) if (isNewest) texts.set(name, text);
const contents = {
  source: `@withfig/autocomplete ${packageVersion()}`,
  texts,
  aliases: otherNames(shims),
};
const file = join(ROOT, PACK);
const earlier = existsSync(file) ? readFileSync(file) : undefined;
const changed = changesSince(earlier && readPack(earlier));
if (process.argv.includes('--check')) {
  for (const line of changed) process.stderr.write(`${PACK}: ${line}\n`);
  if (changed.length > 0) {
    process.stderr.write(`${PACK} is stale: run "${COMMAND}" and commit the result.\n`);
    process.exitCode = 1;
  }
} else if (changed.length > 0) {
  for (const line of changed) process.stdout.write(`${line}\n`);
  writeFileSync(file, writePack(contents, earlier));
  process.stdout.write(`wrote ${PACK}\n`);
}

/** Says in lines what is otherwise, for whoever reviews a file that no diff shows. */
function changesSince(before = { source: '', texts: new Map(), aliases: new Map() }) {
  const names = [...new Set([...texts.keys(), ...before.texts.keys()])].sort();
  const other = names.filter((name) => before.texts.get(name) !== texts.get(name));
  const lines = other.map((name) => {
    if (!before.texts.has(name)) return `${name} is new`;
    return texts.has(name) ? `${name} is another document` : `${name} is gone`;
  });
  const isSameHead =
    before.source === contents.source && String([...before.aliases]) === String([...contents.aliases].sort());
  return isSameHead ? lines : ['its head is another one', ...lines];
}
