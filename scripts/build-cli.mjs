// Builds the published command `atip`: one file of shared code, one for each command, and the documents of bundled
// tools as JSON, so that it starts fast. Third-party packages stay imports. Needs the output of tsc.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { fail, ROOT } from './repository.mjs';

const BUNDLE = join(ROOT, 'packages/cli/bundle');
/** Takes the bundle's place when it is whole: until then, programs start the old one. */
const DIRECTORY = join(ROOT, 'node_modules/.cache/atip-bundle');
rmSync(DIRECTORY, { recursive: true, force: true });
cpSync(join(ROOT, 'packages/catalog/documents'), join(DIRECTORY, 'documents'), { recursive: true });
rmSync(join(DIRECTORY, 'documents/modules.js'));

/** The documents of bundled tools are beside the code that reads them. */
const documentsBeside = {
  name: 'documents-beside',
  load: (id) =>
    /catalog[\\/]dist[\\/]documents-place\.js$/.test(id)
      ? "export const DOCUMENTS = new URL('./documents/', import.meta.url);"
      : null,
};

/** In code that is compiled as a script every `import()` fails. */
const IMPORTS = /(?<![\w$.])import\s*\((?!\))/;

/**
 * Writes `hook.js`, which runs the hook's code with what V8 compiled in a first run, beside each file. That
 * halves the time beside starting Node. Another version of V8 ignores it and compiles. Files that import packages on use are
 * Node's to load: as a script they could not.
 */
function writeHook(chunks) {
  const names = (fits) => JSON.stringify(chunks.filter(fits).map(({ fileName }) => `./${fileName}`));
  writeFileSync(
    join(DIRECTORY, 'hook.js'),
    `import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
const SCRIPTS = ${names(({ code }) => !IMPORTS.test(code))};
const require = createRequire(import.meta.url);
export const scripts = [];
function load(name) {
  const file = SCRIPTS.includes(name) ? fileURLToPath(new URL(name, import.meta.url)) : name;
  if (file === name || require.cache[file]) return require(file);
  let cachedData;
  try {
    cachedData = readFileSync(file + '.v8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const source = '(function (exports, require, module, __filename) {' + readFileSync(file, 'utf8') + '\\n})';
  // V8 keeps the name in what it compiled, so it is none of this machine's paths.
  const script = new Script(source, { filename: name, cachedData });
  const module = { exports: {}, id: file, filename: file, loaded: true };
  require.cache[file] = module;
  scripts.push([file, script]);
  script.runInThisContext()(module.exports, load, module, file);
  return module.exports;
}
load('./hook-start.cjs');
export const { runHook } = load('./hook.cjs');
`,
  );
  const keep = `import { existsSync, writeFileSync } from 'node:fs';
const { runHook, scripts } = await import(process.argv[1]);
process.on('exit', () => {
  for (const [file, script] of scripts) if (!existsSync(file + '.v8')) writeFileSync(file + '.v8', script.createCachedData());
});
await runHook('claude-code');`;
  const paths = ['--', pathToFileURL(join(DIRECTORY, 'hook.js')).href];
  // The second line loads the readers of small code.
  for (const line of ['git status && ls "$X" | head > /dev/null', `python3 -c 'print(1)'; node -e 'f(1)'; ls $HOME`])
    execFileSync(process.execPath, ['--input-type=module', '--eval', keep, ...paths], {
      input: JSON.stringify({ tool_name: 'Bash', tool_input: { command: line }, cwd: '/' }),
      env: { HOME: '/nonexistent', PATH: process.env.PATH },
    });
}

// Built apart: an agent waits for the hook before each line, so it loads only its own code.
const HOOK = join(ROOT, 'packages/cli/dist/gate/hook.js');
const hook = await rolldown({
  input: { hook: HOOK },
  platform: 'node',
  plugins: [documentsBeside],
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
  external: (id) => /^[^./#]/.test(id) && !/^(?:@atip\/|@lezer\/|(?:unbash|acorn)$)/.test(id),
});
const { output: hookOutput } = await hook.write({
  dir: DIRECTORY,
  format: 'cjs',
  minify: true,
  entryFileNames: 'hook.cjs',
  chunkFileNames: 'hook-[name].cjs',
  codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
});
await hook.close();
writeHook(hookOutput);

const bundle = await rolldown({
  input: { main: join(ROOT, 'packages/cli/dist/main.js'), index: join(ROOT, 'packages/cli/dist/index.js') },
  platform: 'node',
  plugins: [documentsBeside],
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
  // The companion is a package of its own, with a server and a page: only `atip serve` loads it.
  external: (id) =>
    id === HOOK ||
    id.endsWith('/gate/hook.js') ||
    (/^[^./#]/.test(id) && (!id.startsWith('@atip/') || id === '@atip/companion')),
});
const { output } = await bundle.write({
  dir: DIRECTORY,
  format: 'esm',
  paths: (id) => (id.endsWith('gate/hook.js') ? './hook.js' : id),
  chunkFileNames: '[name].js',
  // Discovery reads a program before asking it, and skips programs whose text lacks the question.
  postBanner: ({ name }) => (name === 'main' ? '// It answers --agent.' : ''),
  // Comments are dropped; names and lines stay, for the stack of an unexpected error.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  // Modules that this many commands share are what every TAB needs; a lower number loads more, a higher one makes more files.
  codeSplitting: { groups: [{ name: 'common', test: (id) => !/version\.js$/.test(id), minShareCount: 8 }] },
});
await bundle.close();
checkManifest([...hookOutput, ...output]);
writeFileSync(join(DIRECTORY, 'THIRD_PARTY_LICENSES.txt'), licences([...hookOutput, ...output]));
const OLD = `${DIRECTORY}-old`;
rmSync(OLD, { recursive: true, force: true });
if (existsSync(BUNDLE)) renameSync(BUNDLE, OLD);
renameSync(DIRECTORY, BUNDLE);
rmSync(OLD, { recursive: true, force: true });

/** @returns the licences of the packages whose code is in these files, below those of the bundled documents */
function licences(chunks) {
  const folders = chunks
    .flatMap(({ moduleIds = [] }) => moduleIds)
    .map((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0])
    .filter((folder) => folder !== undefined);
  const texts = [...new Set(folders)].sort().map((folder) => {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name)) ?? fail(`${folder} has no licence.`);
    return `${relative(ROOT, folder)}\n\n${readFileSync(join(folder, file), 'utf8')}`;
  });
  return [readFileSync(join(ROOT, 'packages/catalog/THIRD_PARTY_LICENSES.txt'), 'utf8'), ...texts].join('\n');
}

/** Ends the process when the bundle imports a package that its manifest does not name: npm happens to find it, pnpm does not. */
function checkManifest(chunks) {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'packages/cli/package.json'), 'utf8'));
  const imported = chunks.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]);
  const packages = imported
    .filter((id) => /^[^./#]/.test(id) && !isBuiltin(id) && !chunks.some(({ fileName }) => fileName === id))
    .map((id) => id.split('/', id.startsWith('@') ? 2 : 1).join('/'));
  const missing = [...new Set(packages)].filter((name) => dependencies[name] === undefined);
  if (missing.length > 0) fail(`packages/cli/package.json has to name ${missing.join(', ')} among its dependencies.`);
}
