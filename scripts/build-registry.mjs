// `node scripts/build-registry.mjs [--check] [DIRECTORY [--key KEY]]`: packages/registry/known.pack, the documents of all programs that
// are known but the groups of aws, az and gcloud, from @withfig/autocomplete, the shims and what the importers infer; compressing is left
// to what changed. With a directory also everything as a registry of static files, signed with a key.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, install, load, ROOT } from './repository.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, key: { type: 'string' } },
});
const [directory] = positionals;
if (options.key !== undefined && directory === undefined) fail('A key signs a registry: name its directory.');

const COMMAND = 'node scripts/build-registry.mjs';
const PACK = 'packages/registry/known.pack';

// The Fig specifications are installed with the tests.
await install('tests');
const { knownDocuments, otherNames } = await load('packages/registry/build/build-known.ts');
const { blobsOf, readPack, writePack } = await load('packages/registry/build/write-pack.ts');
const { packageVersion } = await load('packages/shims/build/fig-files.ts');

const { buildShims } = await load('packages/shims/build/build-shims.ts');
const { buildClouds, withOmitted } = await load('packages/shims/build/build-clouds.ts');
const read = (url) => import(url);
const shims = await buildShims(join(ROOT, 'packages/shims'), read);
const clouds = await buildClouds(read);
for (const [name, groups] of clouds) shims.set(name, withOmitted(shims.get(name), groups));
const texts = new Map();
const documents = [];
for await (const document of knownDocuments(read, shims)) {
  if (document.isNewest) texts.set(document.name, document.text);
  if (directory !== undefined) documents.push(document);
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

if (directory !== undefined) await writeStatic(resolve(directory));

/** Writes everything as a registry; files of others in the directory stay. */
async function writeStatic(place) {
  const { StaticRegistry, pageFiles } = await load('packages/registry/build/write-static.ts');
  const { parseRemoteIndex } = await load('packages/node/src/remote/remote-index.ts');
  const { indexText } = await load('packages/node/src/remote/write-registry.ts');
  const path = join(place, 'index.json');
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const known = before === undefined ? undefined : parseRemoteIndex(before);
  if (typeof known === 'string') fail(`${path} is there and is not that of a registry. Nothing was written.`);
  const registry = new StaticRegistry(blobsOf(readFileSync(file)), clouds);
  for (const document of documents) registry.add(document);
  const result = registry.result();
  const { version } = known ?? {};
  if (options.key === undefined && existsSync(`${path}.sigstore.json`))
    fail(`${place} is signed; write it with --key.`);
  const counted = options.key === undefined ? {} : { version: version ?? 1 };
  const same = indexText(result.entries, counted);
  const isNew = before !== undefined && options.key !== undefined && before !== same;
  const index = isNew ? indexText(result.entries, { version: (version ?? 0) + 1 }) : same;
  const signature = options.key === undefined ? [] : [[`index.json.sigstore.json`, await sign(index)]];
  const files = [...result.files, ...pageFiles(result, contents.source), ...signature, ['index.json', index]];
  for (const [name, content] of files) {
    const to = join(place, name);
    mkdirSync(dirname(to), { recursive: true });
    if (!existsSync(to) || !readFileSync(to).equals(Buffer.from(content))) writeFileSync(to, content);
  }
  // Documents of an earlier writing, by their names alone: digests and tools that are no longer there.
  for (const [folder, ending] of known === undefined
    ? []
    : [
        ['sha256', '.json.br'],
        ['tools', '.json'],
      ])
    for (const name of readdirSync(join(place, folder)))
      if (name.endsWith(ending) && !result.files.has(`${folder}/${name}`)) rmSync(join(place, folder, name));
  const { tools, commands, bytes, packed } = result.counts;
  process.stdout.write(
    `${place}: ${tools} tools, ${commands} commands, ${bytes} bytes of documents, ${packed} compressed\n`,
  );
}

async function sign(index) {
  const { readPrivateKey, signDocument } = await load('packages/node/src/trust/sign-document.ts');
  const reading = readPrivateKey(readFileSync(options.key, 'utf8'), process.env.ATIP_KEY_PASSPHRASE);
  const signed = 'key' in reading ? signDocument(index, reading.key) : reading;
  return 'problem' in signed ? fail(signed.problem) : signed.bundle;
}

/** Lists the differences, for the review of a binary file. */
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
