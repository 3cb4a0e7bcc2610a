// `npm run house [COMMIT]`: prints size and shape of the code, of this tree or of a commit: lines, files, importers, floors, circles, exports.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['packages/', 'server/', 'web/', 'scripts/', 'docs/', 'schema/'];
const CODE = /\.(ts|tsx|css|mjs|js|c)$/;
const DATA = /(^|\/)(generated|fixtures|golden|dist|public)\/|\.d\.ts$|generated\.|\.data\./;

const [commit] = process.argv.slice(2);
const folder = commit ? checkOut(commit) : ROOT;
try {
  print(measure(folder));
} finally {
  if (commit) rmSync(folder, { recursive: true, force: true });
}

function checkOut(name) {
  const target = mkdtempSync(join(tmpdir(), 'house-'));
  const archive = execFileSync('git', ['archive', name], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', target], { input: archive });
  return target;
}

function measure(root) {
  const files = listFiles(root).filter((path) => CODE.test(path) && !DATA.test(path));
  const isTest = (path) => path.startsWith('tests/') || /\.(test|test-d|spec)\.tsx?$|\/testing\//.test(path);
  const product = files.filter((path) => !isTest(path) && ROOMS.some((room) => path.startsWith(room)));
  const tests = files.filter(isTest);
  const sources = product.filter((path) => /\.tsx?$/.test(path));
  const imports = new Map(sources.map((path) => [path, importsOf(root, path, sources)]));
  return { root, product, tests, sources, imports };
}

function listFiles(root) {
  const args = commit ? ['ls-tree', '-r', '--name-only', commit] : ['ls-files'];
  const listed = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })
    .trim()
    .split('\n');
  return listed.filter((path) => commit || lines(root, path) > 0);
}

function lines(root, path) {
  try {
    return readFileSync(join(root, path), 'utf8').split('\n').length - 1;
  } catch (error) {
    // The file was removed but the removal is not committed.
    if (error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** Our own files that a file imports by a relative path. */
function importsOf(root, path, sources) {
  const text = readFileSync(join(root, path), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'|^import '(\.[^']+)'/gm)].map(
    ([, a, b]) => a ?? b,
  );
  const targets = specifiers.map((specifier) => normalize(join(dirname(path), specifier.replace(/\?.*$/, ''))));
  return [...new Set(targets)].filter((target) => sources.includes(target));
}

function print({ root, product, tests, sources, imports }) {
  const sum = (paths) => paths.reduce((total, path) => total + lines(root, path), 0);
  const importers = new Map(sources.map((path) => [path, 0]));
  for (const targets of imports.values())
    for (const target of targets) importers.set(target, importers.get(target) + 1);
  const single = [...importers.values()].filter((count) => count === 1).length;
  const rows = [
    ['product lines', sum(product)],
    ['test lines', sum(tests)],
    ['source files', sources.length],
    ['files with one importer', `${single} (${Math.round((100 * single) / sources.length)} %)`],
    ['circles of imports', circles(imports)],
    ['values exported by core’s root', values(root, 'packages/core/src/index.ts')],
    ['values exported by @atip/node', values(root, 'packages/node/src/index.ts')],
  ];
  for (const part of parts(sources)) {
    const inside = (path) => path.startsWith(`${part}/`);
    const own = `${sum(product.filter(inside))} lines, ${sources.filter(inside).length} files`;
    rows.push([part, `${own}, ${floors(part, imports)} floors; tests ${sum(tests.filter(inside))}`]);
  }
  rows.push(['tests/', `${sum(tests.filter((path) => path.startsWith('tests/')))} lines`]);
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(width)}  ${value}\n`);
}

function parts(sources) {
  return [
    ...new Set(
      sources.map((path) =>
        path
          .split('/')
          .slice(0, path.startsWith('packages/') ? 2 : 1)
          .join('/'),
      ),
    ),
  ].sort();
}

/** Groups of files that import one another. Type imports count. */
function circles(imports) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (path) => {
    order.set(path, order.size);
    low.set(path, order.get(path));
    stack.push(path);
    for (const target of imports.get(path) ?? []) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) low.set(path, Math.min(low.get(path), low.get(target)));
    }
    if (low.get(path) !== order.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) found.push(group.join(' '));
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return found.length === 0 ? 0 : `${found.length}: ${found.join('; ')}`;
}

/** The longest chain of folders of a part that import one another. */
function floors(part, imports) {
  const room = (path) => (path.startsWith(`${part}/src/`) ? path.slice(part.length + 5).split('/')[0] : undefined);
  const below = new Map();
  for (const [path, targets] of imports) {
    const from = room(path);
    if (from === undefined || /^(index|internal|main|edge)\.tsx?$/.test(from)) continue;
    const to = targets.map(room).filter((name) => name !== undefined && name !== from);
    below.set(from, new Set([...(below.get(from) ?? []), ...to]));
  }
  const height = (name, above) =>
    above.includes(name)
      ? 0
      : 1 + Math.max(0, ...[...(below.get(name) ?? [])].map((next) => height(next, [...above, name])));
  return Math.max(0, ...[...below.keys()].map((name) => height(name, [])));
}

/** Values that an entry exports by name. */
function values(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const lists = [...text.matchAll(/export (type )?\{([^}]*)\}/g)].filter(([, type]) => type === undefined);
  return lists.flatMap(([, , names]) =>
    names.split(',').filter((name) => /^\s*[\w$]/.test(name) && !/^\s*type /.test(name)),
  ).length;
}
