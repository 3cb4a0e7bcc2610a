// Run after the page's build: writes web/dist/THIRD_PARTY_LICENSES.txt, the licences of third-party code in page and Worker.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, ROOT } from './repository.mjs';

const RULE = '='.repeat(80);
/** Bundled with their dependencies. */
const BUNDLED = ['web', 'server'];
/** Build tools that leave helpers of their own in the output. */
const BUILDERS = ['node_modules/vite', 'node_modules/rolldown'];
/** Of the programs whose documents are bundled. */
const SHIMS = 'packages/shims/THIRD_PARTY_LICENSES.txt';

const read = (path) => readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');

/**
 * Third-party packages of these folders: all `dependencies`, recursively, as package-lock.json resolves them.
 *
 * @returns path from the root → entry of the lock file
 */
export function shippedPackages(folders) {
  const { packages } = JSON.parse(read('package-lock.json'));
  const found = new Map();
  const visit = (path) => {
    if (found.has(path)) return;
    found.set(path, packages[path] ?? fail(`package-lock.json has no ${path}.`));
    for (const name of Object.keys(packages[path].dependencies ?? {})) visit(locate(packages, path, name));
  };
  for (const folder of folders) visit(folder);
  return new Map([...found].filter(([path]) => path.includes('node_modules/')).sort());
}

/** Like Node: looks for a package in the folder that imports it, then in each one above. A link leads to a workspace. */
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path]) return packages[path].link ? packages[path].resolved : path;
    if (folder === '') fail(`package-lock.json has no ${name}, which ${from} depends on.`);
  }
}

/**
 * Licence files and notices as installed. A package that only names its licence and author gets the text of a package in its scope or
 * repository, or the MIT licence.
 */
function licenceText(path) {
  const files = readdirSync(join(ROOT, path)).filter((file) => /^(licen[cs]e|notice|thirdpartynotices)/i.test(file));
  // Dependencies that a tool bundles stay in the tool.
  const texts = files
    .sort()
    .map((file) => read(`${path}/${file}`).split(/^#+ Licenses of bundled dependencies$/m)[0] ?? '');
  if (texts.length > 0) return texts.map((text) => text.trim()).join('\n\n');
  const { license, author, repository } = JSON.parse(read(`${path}/package.json`));
  const scope = path.slice(0, path.lastIndexOf('/'));
  for (const name of /\/@[^/]+$/.test(scope) ? readdirSync(join(ROOT, scope)) : []) {
    const sister = JSON.parse(read(`${scope}/${name}/package.json`));
    const isKin = sister.license === license && repository?.url && sister.repository?.url === repository.url;
    if (isKin && existsSync(join(ROOT, scope, name, 'LICENSE'))) return read(`${scope}/${name}/LICENSE`).trim();
  }
  if (license !== 'MIT' || typeof author !== 'string') fail(`${path} has no licence text.`);
  return read('LICENSE')
    .replace(/^Copyright .*$/m, `Copyright (c) ${author}`)
    .trim();
}

/**
 * Each licence once, below the names of its packages; first those of the bundled documents.
 *
 * @param paths of packages in package-lock.json, such as `node_modules/unbash`
 */
export function notices(paths) {
  const { packages } = JSON.parse(read('package-lock.json'));
  const owners = new Map();
  for (const path of paths) {
    const { version, license } = packages[path] ?? fail(`package-lock.json has no ${path}.`);
    const text = licenceText(path);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    owners.set(text, [...(owners.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...owners].map(([text, names]) => `${RULE}\n${[...new Set(names)].sort().join('\n')}\n\n${text}\n`);
  return `${read(SHIMS).trim()}\n\n${parts.sort().join('\n')}`;
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  if (!existsSync(join(ROOT, 'web/dist'))) fail('There is no page. Run first: npm run build');
  writeFileSync(
    join(ROOT, 'web/dist/THIRD_PARTY_LICENSES.txt'),
    notices([...shippedPackages(BUNDLED).keys(), ...BUILDERS]),
  );
}
