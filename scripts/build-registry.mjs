// `node scripts/build-registry.mjs [--check]`: packages/registry/known.pack, the documents of all known programs
// except the groups of aws, az and gcloud, from @withfig/autocomplete, the shims and the importers. It compresses only
// what changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allShims, importSpec } from './all-shims.mjs';
import { load, ROOT } from './repository.mjs';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' } },
});

const COMMAND = 'node scripts/build-registry.mjs';
const PACK = 'packages/registry/known.pack';

const { shims } = await allShims();
const { knownDocuments, otherNames } = await load('packages/registry/build/build-known.ts');
const { readPack, writePack } = await load('packages/registry/build/write-pack.ts');
const { packageVersion } = await load('packages/shims/build/fig-files.ts');
const texts = new Map();
for await (const document of knownDocuments(importSpec, shims)) {
  if (document.isNewest) texts.set(document.name, document.text);
}
const contents = {
  source: `@withfig/autocomplete ${packageVersion()}`,
  texts,
  aliases: otherNames(shims),
};
const file = join(ROOT, PACK);
const earlier = existsSync(file) ? readFileSync(file) : undefined;
const changed = changesSince(earlier && readPack(earlier));
if (options.check === true) {
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

/** Lists the differences in lines, because no diff shows this file to a reviewer. */
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
