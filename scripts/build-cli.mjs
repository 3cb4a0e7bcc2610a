// Writes the command `atip` as it is published: one file of what commands share, one for each command, and the documents of bundled
// tools as JSON, so that it starts at once. Packages of others stay imports. Reads what tsc wrote: npm run build:packages.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { ROOT } from './repository.mjs';

const DIRECTORY = join(ROOT, 'packages/cli/bundle');
rmSync(DIRECTORY, { recursive: true, force: true });

/** A document as JSON is read several times as fast as a module, and no other is read with it. */
const shimsAsJson = {
  name: 'shims-as-json',
  async load(id) {
    if (/shims[\\/]dist[\\/]generated[\\/]clouds\.js$/.test(id)) return cloudsAsText(id);
    if (!/shims[\\/]dist[\\/]generated[\\/]loaders\.js$/.test(id)) return null;
    const { ALIASES, LOADERS } = await import(pathToFileURL(id).href);
    mkdirSync(join(DIRECTORY, 'shims'), { recursive: true });
    for (const [name, load] of Object.entries(LOADERS)) {
      writeFileSync(join(DIRECTORY, 'shims', `${name}.json`), JSON.stringify((await load()).default));
    }
    return `import { readFileSync } from 'node:fs';
const load = (name) => async () => {
  const text = readFileSync(new URL('./shims/' + name + '.json', import.meta.url), 'utf8');
  return { default: JSON.parse(text) };
};
export const ALIASES = ${JSON.stringify(ALIASES)};
export const LOADERS = Object.fromEntries(${JSON.stringify(Object.keys(LOADERS))}.map((name) => [name, load(name)]));`;
  },
};

/** Groups of a cloud's commands as files of text; whoever asks for one reads one. */
async function cloudsAsText(id) {
  const { CLOUDS } = await import(pathToFileURL(id).href);
  const names = {};
  for (const [cloud, groups] of Object.entries(CLOUDS)) {
    mkdirSync(join(DIRECTORY, 'clouds', cloud), { recursive: true });
    names[cloud] = Object.keys(groups);
    for (const [group, load] of Object.entries(groups))
      writeFileSync(join(DIRECTORY, 'clouds', cloud, `${group}.txt`), (await load()).default);
  }
  return `import { readFileSync } from 'node:fs';
const read = (cloud, group) => async () => ({ default: readFileSync(new URL('./clouds/' + cloud + '/' + group + '.txt', import.meta.url), 'utf8') });
const of = ([cloud, groups]) => [cloud, Object.fromEntries(groups.map((group) => [group, read(cloud, group)]))];
export const CLOUDS = Object.fromEntries(Object.entries(${JSON.stringify(names)}).map(of));`;
}

// Of their own: an agent waits for the hook before each line, so it loads nothing that it does not need.
const HOOK = join(ROOT, 'packages/cli/dist/gate/hook.js');
const hook = await rolldown({
  input: { hook: HOOK },
  platform: 'node',
  plugins: [shimsAsJson],
  checks: { ineffectiveDynamicImport: false },
  external: (id) => /^[^./]/.test(id) && !id.startsWith('@atip/') && id !== 'unbash',
});
await hook.write({
  dir: DIRECTORY,
  format: 'esm',
  minify: true,
  chunkFileNames: 'hook-[name].js',
  codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
});
await hook.close();

const bundle = await rolldown({
  input: { main: join(ROOT, 'packages/cli/dist/main.js'), index: join(ROOT, 'packages/cli/dist/index.js') },
  platform: 'node',
  plugins: [shimsAsJson],
  checks: { ineffectiveDynamicImport: false },
  // The companion is a server with its page: loaded by `atip serve` alone, and a package of its own.
  external: (id) =>
    id === HOOK ||
    id.endsWith('/gate/hook.js') ||
    (/^[^./]/.test(id) && (!id.startsWith('@atip/') || id === '@atip/companion')),
});
await bundle.write({
  dir: DIRECTORY,
  format: 'esm',
  paths: (id) => (id.endsWith('gate/hook.js') ? './hook.js' : id),
  chunkFileNames: '[name].js',
  // Discovery reads a program before it asks it anything, and passes over what does not name the question.
  postBanner: ({ name }) => (name === 'main' ? '// It answers --agent.' : ''),
  // Comments go; names and lines stay, for the stack of an error that should not happen.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  // Modules that this many commands share are what every TAB needs; a lower number loads more, a higher one more files.
  codeSplitting: { groups: [{ name: 'common', test: (id) => !/version\.js$/.test(id), minShareCount: 8 }] },
});
await bundle.close();
