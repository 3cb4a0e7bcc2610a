// Builds the published command `atip`: what the hook needs, what commands share, one file for each command, and the
// documents of bundled tools as JSON, so that it starts fast. Needs the output of tsc.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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

/** Making the index of secrets takes longer than starting Node. */
const indexOfSecrets = {
  name: 'index-of-secrets',
  load: async (id) => {
    if (!/core[\\/]dist[\\/]redact[\\/]written-index\.js$/.test(id)) return null;
    const { writeBuiltInRules } = await import(id.replace('written-index', 'secret-rules'));
    return `export const WRITTEN_INDEX = ${JSON.stringify(writeBuiltInRules())};`;
  },
};

/** Packages that stay apart: few people need them, and the companion has a page. Node would find and compile others at each start. */
const APART = /^(?:@atip\/companion|@sigstore\/.*|node-pty)$/;
const DIST = join(ROOT, 'packages/cli/dist');
const SETTINGS = {
  platform: 'node',
  plugins: [documentsBeside, indexOfSecrets],
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
  external: (id) => isBuiltin(id) || APART.test(id),
};

/** The hook of agents, the commands, and the commands for other programs. */
const INPUT = { hook: join(DIST, 'gate/hook.js'), cli: join(DIST, 'run-cli.js'), index: join(DIST, 'index.js') };

/**
 * Writes the code as scripts, in which every `import()` would fail: `require` of a module is Node's since 20.19.
 *
 * @param groupOf gives the file of a module, without its extension. Undefined: what one import loads is in one file
 */
async function writeScripts(directory, groupOf) {
  // A file's exports load it when they are used, so files may need each other.
  const build = await rolldown({ ...SETTINGS, input: INPUT, preserveEntrySignatures: 'allow-extension' });
  const { output } = await build.write({
    dir: directory,
    format: 'cjs',
    dynamicImportInCjs: false,
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: groupOf }] },
  });
  await build.close();
  // Read as Latin 1, a file is in memory as it is on disk. Letters beyond it are in texts and patterns only.
  const files = output.map(({ fileName, code }) => ({ fileName, code: wrapped(code) }));
  for (const { fileName, code } of files) writeFileSync(join(directory, fileName), code);
  const entries = output.map(({ fileName, exports }, at) => [
    `./${fileName}`,
    { mark: markOf(files[at].code), names: exports },
  ]);
  writeFileSync(join(directory, 'load.js'), loader(entries));
  return output;
}

function wrapped(code) {
  const ascii = code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `(function (exports, require, module, __filename) {${ascii}\n})`;
}

/**
 * `load.js`, which runs these files as scripts with the code that V8 compiled in a first run. That halves the time beside
 * starting Node.
 *
 * The compiled code stands beside its source, where only who can change the source can change it: in a directory of the
 * user, a program that a gate guards against could forge it. It begins with the digest of its source, so that no code of an
 * earlier build runs; another version of V8 refuses it. Both only cost the time of compiling.
 */
function loader(entries) {
  return `'use strict';
const { readFileSync } = require('node:fs');
const { Script } = require('node:vm');
const FILES = new Map(${JSON.stringify(entries)});
const scripts = [];
const loaded = new Map();
const facades = new Map();
function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const { mark } = FILES.get(name);
  const file = __dirname + name.slice(1);
  // V8 keeps the name in what it compiled, so it is none of this machine's paths.
  const script = new Script(readFileSync(file, 'latin1'), { filename: name, cachedData: compiled(file, mark) });
  const module = { exports: {}, id: file, filename: file, loaded: false };
  loaded.set(name, module);
  scripts.push([file, mark, script]);
  script.runInThisContext()(module.exports, later, module, file);
  module.loaded = true;
  const facade = facades.get(name);
  if (facade) Object.defineProperties(facade, Object.getOwnPropertyDescriptors(module.exports));
  return module.exports;
}
// The exports of a file, which is loaded when one of them is first used.
function later(name) {
  const file = FILES.get(name);
  if (file === undefined) return SLOW.test(name) ? builtin(name) : require(name);
  const known = loaded.get(name);
  if (known?.loaded) return known.exports;
  let facade = facades.get(name);
  if (facade === undefined) {
    facade = {};
    for (const key of file.names)
      Object.defineProperty(facade, key, { configurable: true, enumerable: true, get: () => load(name)[key] });
    facades.set(name, facade);
  }
  return facade;
}
// Node loads these anew in each process; here, when something of them is first used.
const SLOW = /^node:(?:child_process|crypto|dgram|dns|http|https|net|os|readline|tls|tty|worker_threads|zlib|[a-z]+\\/[a-z]+)$/;
function builtin(name) {
  let module;
  const real = () => (module ??= require(name));
  const proxy = new Proxy({}, {
    get: (_, key) => real()[key],
    has: (_, key) => key in real(),
    // What copies the names of a module, for its default export, inherits them instead.
    ownKeys: () => [],
    getPrototypeOf: () => proxy,
  });
  return proxy;
}
function compiled(file, mark) {
  let data;
  try {
    data = readFileSync(file + '.v8');
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EACCES') throw error;
  }
  return data?.latin1Slice(0, mark.length) === mark ? data.subarray(mark.length) : undefined;
}
module.exports = {
  load,
  loaded,
  facades,
  scripts,
  runHook: (agent) => load('./hook.cjs').runHook(agent),
  runProcess: (args) => load('./cli.cjs').runProcess(args),
};
`;
}

/** Sixteen characters, so that the compiled code stays aligned. */
function markOf(code) {
  return createHash('sha256').update(code).digest('base64url').slice(0, 16);
}

const home = mkdtempSync(join(tmpdir(), 'atip-build-'));

function warm(...args) {
  execFileSync(process.execPath, [join(ROOT, 'scripts/warm-cli.mjs'), ...args], {
    env: { HOME: home, PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * The starts of each process that keeps code, in the order in which people wait for them: a start reads all that V8 compiled of a file, so a
 * file has only what the first of these compiled.
 */
const KEPT = [
  ['hook'],
  ['process', 'gate', 'rules', 'list', 'show', 'compile', 'words'],
  ['discover', 'check', 'run', 'doctor', 'config', 'snippet'],
  ['mcp'],
];

/**
 * Every command loads what it uses and nothing else: modules that the same commands load are in one file. The commands are
 * run once with a file for each module, to see what they load.
 *
 * @returns the file of each module that one of them loads
 */
async function groups() {
  const directory = mkdtempSync(join(ROOT, 'node_modules/.cache/atip-modules-'));
  symlinkSync(join(DIRECTORY, 'documents'), join(directory, 'documents'));
  const output = await writeScripts(directory, (id) => id.replaceAll(/[^\w.-]+/g, '_'));
  const report = join(directory, 'used.json');
  warm(directory, 'used', report);
  const starts = new Map();
  for (const [start, files] of Object.entries(JSON.parse(readFileSync(report, 'utf8'))))
    for (const file of files) starts.set(file, [...(starts.get(file) ?? []), start]);
  rmSync(directory, { recursive: true, force: true });
  const used = output
    .map(({ fileName, moduleIds }) => [moduleIds, starts.get(`./${fileName}`)?.join('-')])
    .filter(([, name]) => name !== undefined);
  const names = [...new Set(used.map(([, name]) => name))].sort();
  return new Map(used.flatMap(([ids, name]) => ids.map((id) => [id, `used-${names.indexOf(name) + 1}`])));
}

const files = await groups();
const output = await writeScripts(DIRECTORY, (id) => files.get(id));

const entry = await rolldown({
  ...SETTINGS,
  input: { main: join(DIST, 'main.js') },
  external: (id) => /(?:^|\/)(?:gate\/hook|run-cli)\.js$/.test(id) || SETTINGS.external(id),
});
await entry.write({
  dir: DIRECTORY,
  format: 'cjs',
  dynamicImportInCjs: false,
  paths: (id) => (/(?:hook|run-cli)\.js$/.test(id) ? './load.js' : id),
  // Discovery reads a program before asking it, and skips programs whose text lacks the question.
  postBanner: '// It answers --agent.',
  minify: true,
});
await entry.close();
writeFileSync(
  join(DIRECTORY, 'index.mjs'),
  "import { load } from './load.js';\nexport const { EXIT, runCli } = load('./index.cjs');\n",
);
// Node starts a script in half the time that it needs for a module.
writeFileSync(join(DIRECTORY, 'package.json'), '{ "type": "commonjs" }\n');
for (const names of KEPT) warm(DIRECTORY, 'keep', ...names);
warm(DIRECTORY, 'help');
rmSync(home, { recursive: true, force: true });
checkManifest(output);
writeFileSync(join(DIRECTORY, 'THIRD_PARTY_LICENSES.txt'), licences(output));
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
