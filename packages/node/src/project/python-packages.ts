import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@atip/core/internal';
import type { Holding, ProgramQuery } from '@atip/shell';
import { parseJson } from '../files/read-bounded-file.ts';
import { createRealPath, isInside, namesIn } from '../files/real-path.ts';
import { allowedOr } from '../files/system-error.ts';
import {
  escaped,
  INSTALLED,
  isLater,
  missing,
  nearest,
  other,
  statsOf,
  textOf,
  upwards,
  whyOpen,
} from './package-files.ts';

/**
 * Looks in a project's virtual environment for a program, or a module, of a distribution that its lock file names.
 *
 * @param query its directory is a real path in the root
 */
export function findPython({ program, directory, path, isInstalling, isModule }: ProgramQuery, root: string): Holding {
  if (isModule === true && MODULE_FILES.some((file) => statsOf(join(directory, program.replaceAll('.', '/') + file))))
    return INSTALLED;
  const from = path === undefined ? directory : dirname(dirname(dirname(path)));
  const why = isInstalling === true ? whyResolves(from, root) : undefined;
  if (why !== undefined) return other(why);
  for (const at of upwards(from, root)) {
    const named = path === undefined ? ENVIRONMENTS : [basename(dirname(dirname(path)))];
    const place = named
      .map((name) => join(at, name))
      .find((one) => ['pyvenv.cfg', 'bin'].some((name) => statsOf(join(one, name))));
    if (place === undefined) continue;
    const venv = createRealPath()(place);
    if (venv === undefined || !isInside(venv, root)) return other(`${relative(root, place)} leads out of the project`);
    if (isModule === true) return judgeModule(program, venv, root);
    const bin = join(venv, 'bin', program);
    if (statsOf(bin))
      return /^(?:python|pypy)[\d.]*$/.test(program) ? judgePython(bin, venv, root) : judgeScript(bin, venv, root);
    if (path !== undefined) return missing(`${relative(root, venv)} does not hold it`);
  }
  // uv makes the environment by the lock file first.
  if (isInstalling === true && (program === 'python' || whyUnlocked(program, undefined, from, root) === undefined))
    return INSTALLED;
  return missing('no virtual environment of the project holds it');
}

const ENVIRONMENTS = ['.venv', 'venv', 'env'];
const MODULE_FILES = ['.py', '/__main__.py'];

/** Checks that an environment's interpreter is a link to the one that its settings name. */
function judgePython(bin: string, venv: string, root: string): Holding {
  const shown = relative(root, bin);
  const open = whyOpen(root, dirname(bin));
  if (open) return open;
  const home = /^home\s*=\s*(.+?)\s*$/m.exec(textOf(join(venv, 'pyvenv.cfg')) ?? '')?.[1];
  const look = createRealPath();
  const [target, named] = [look(bin), home === undefined ? undefined : look(home)];
  if (target === undefined || named === undefined || statsOf(target)?.isFile() !== true)
    return other(`${shown} leads nowhere`);
  const isNamed =
    /^(?:python|pypy)[\d.]*$/.test(basename(target)) && (isInside(target, named) || isSibling(target, named));
  if (!isNamed || isInside(target, root))
    return other(`${shown} is not the Python that ${relative(root, join(venv, 'pyvenv.cfg'))} names`);
  return whyOpen('/', target) ?? INSTALLED;
}

/** `/usr/bin/python3` may be a link to `/usr/local/opt/python/bin/python3.12`, which the settings' directory holds as a link, too. */
function isSibling(target: string, home: string): boolean {
  const look = createRealPath();
  return look(join(home, basename(target))) === target || look(join(home, 'python3')) === target;
}

function judgeScript(bin: string, venv: string, root: string): Holding {
  const shown = relative(root, bin);
  const stats = statsOf(bin);
  if (stats?.isSymbolicLink()) return other(`${shown} is a link, which no installer makes`);
  const open = whyOpen(root, bin);
  if (open) return open;
  const program = basename(bin);
  const imported = /^from ([\w]+)[\w.]* import /m.exec(
    stats && stats.size < MAX_SCRIPT ? (textOf(bin) ?? '') : '',
  )?.[1];
  for (const site of siteDirectories(venv)) {
    const all = (namesIn(site) ?? []).filter((name) => name.endsWith('.dist-info'));
    const likely = all.filter((name) => [program, imported].some((one) => one !== undefined && isCalled(name, one)));
    for (const info of [
      ...likely,
      ...all.filter((name) => !likely.includes(name) && mayHave(join(site, name), program)),
    ]) {
      const record = join(site, info, 'RECORD');
      const size = new RegExp(`^(?:\\.\\./)+bin/${escaped(program)},[^,\\n]*,(\\d*)\\r?$`, 'm').exec(
        textOf(record) ?? '',
      )?.[1];
      if (size === undefined) continue;
      if (isLater(bin, record) || (size !== '' && Number(size) !== stats?.size))
        return other(`${shown} was changed after it was installed`);
      return judgeDistribution(join(site, info), root);
    }
  }
  if (siteDirectories(venv).length > 0)
    return other(`nothing in ${relative(root, venv)} says that it installed ${shown}`);
  // An environment without a library says nothing of what it has.
  const why = whyUnlocked(program, undefined, venv, root);
  return why === undefined ? INSTALLED : other(why);
}

/** Bytes of a script that installers make. */
const MAX_SCRIPT = 65_536;

function judgeModule(module: string, venv: string, root: string): Holding {
  const [top = ''] = module.split('.');
  for (const site of siteDirectories(venv)) {
    if (!['', '.py'].some((end) => statsOf(join(site, top + end)))) continue;
    const open = whyOpen(root, site);
    if (open) return open;
    const owner = namesIn(site)?.find(
      (name) =>
        name.endsWith('.dist-info') &&
        (isCalled(name, top) || (textOf(join(site, name, 'top_level.txt')) ?? '').split(/\s+/).includes(top)),
    );
    return owner === undefined
      ? other(`nothing says who installed ${top}`)
      : judgeDistribution(join(site, owner), root);
  }
  return missing(`${relative(root, venv)} does not hold it`);
}

function judgeDistribution(info: string, root: string): Holding {
  const [, name = '', version = ''] = /^(.+)-([^-]+)\.dist-info$/.exec(basename(info)) ?? [];
  // Environments are made with it.
  if (/^(?:pip|setuptools|wheel)$/.test(name)) return INSTALLED;
  const origin = parseJson(textOf(join(info, 'direct_url.json')) ?? '');
  const url = isRecord(origin) ? origin['url'] : undefined;
  if (typeof url === 'string' && url.startsWith('file://')) {
    const source = allowedOr(undefined, () => createRealPath()(fileURLToPath(url)));
    return source !== undefined && isInside(source, root) ? INSTALLED : other(`${name} was installed from ${url}`);
  }
  const why = whyUnlocked(name, version, info, root);
  return why === undefined ? INSTALLED : other(why);
}

function siteDirectories(venv: string): readonly string[] {
  const lib = join(venv, 'lib');
  return (namesIn(lib) ?? [])
    .filter((name) => /^(?:python|pypy)[\d.]+$/.test(name))
    .map((name) => join(lib, name, 'site-packages'));
}

function isCalled(info: string, name: string): boolean {
  return plain(/^(.+)-[^-]+\.dist-info$/.exec(info)?.[1] ?? '') === plain(name);
}

function mayHave(info: string, program: string): boolean {
  const points = textOf(join(info, 'entry_points.txt'));
  return points === undefined || points.includes(program);
}

/** @see PEP 503 */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

export const PYTHON_LOCKS: readonly string[] = ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock'];

/** Completes "… runs x: …"; undefined: a lock file names the distribution in this version. @param version undefined: in any */
function whyUnlocked(name: string, version: string | undefined, from: string, root: string): string | undefined {
  const lists = upwards(from, root).flatMap((at) =>
    (namesIn(at) ?? [])
      .filter((file) => PYTHON_LOCKS.includes(file) || /^requirements[\w.-]*\.txt$/.test(file))
      .map((file) => join(at, file)),
  );
  const wanted = escaped(plain(name)).replaceAll('\\-', '[-_.]');
  const number = version === undefined ? '[^"\\s;\\\\]+' : escaped(version);
  const patterns = [
    new RegExp(`^name = "${wanted}"\\r?\\nversion = "${number}"`, 'im'),
    new RegExp(`^${wanted}(?:\\[[^\\]\\n]*\\])?\\s*==\\s*${number}(?![\\w.])`, 'im'),
    new RegExp(`"${wanted}": \\{[^{}]*"version": "==${number}"`, 'i'),
  ];
  if (lists.some((file) => patterns.some((one) => one.test(textOf(file) ?? '')))) return undefined;
  const shown = lists.map((file) => relative(root, file));
  return shown.length === 0
    ? `no lock file names ${name}`
    : `${shown.join(' and ')} ${shown.length > 1 ? 'do' : 'does'} not name ${name}${version === undefined ? '' : ` ${version}`}`;
}

/** Why `uv run` would look for versions anew. Undefined: its lock file has all that the project wants. */
function whyResolves(from: string, root: string): string | undefined {
  const project = nearest(from, root, ['pyproject.toml']);
  const lock = nearest(from, root, ['uv.lock']);
  if (lock === undefined) return 'there is no uv.lock that names it';
  const text = textOf(join(lock.at, 'uv.lock')) ?? '';
  if (!/^version = \d/m.test(text)) return 'uv.lock cannot be read';
  const wanted = project ? dependenciesIn(textOf(join(project.at, 'pyproject.toml')) ?? '') : [];
  const lacking = wanted.find(
    (name) => !new RegExp(`^name = "${escaped(plain(name)).replaceAll('\\-', '[-_.]')}"`, 'im').test(text),
  );
  return lacking && `uv.lock does not name ${lacking}, which pyproject.toml wants`;
}

/** The names in the lists of `dependencies`, their groups and their extras. */
function dependenciesIn(pyproject: string): readonly string[] {
  const sections = pyproject.split(/^(?=\[)/m);
  return sections.flatMap((section) => {
    const [, title = ''] = /^\[([^\]\n]+)\]/.exec(section) ?? [];
    const keys = SECTIONS[title.replace(/\s/g, '')];
    if (keys === undefined) return [];
    const lists = [...section.matchAll(/^([\w.-]+)\s*=\s*\[((?:[^\]"'#]|"[^"]*"|'[^']*'|#[^\n]*)*)\]/gm)];
    return lists
      .filter(([, key = '']) => keys.test(key))
      .flatMap(([, , list = '']) => [...list.matchAll(/["']\s*([A-Za-z0-9][\w.-]*)/g)].map(([, name = '']) => name));
  });
}

const SECTIONS: Readonly<Record<string, RegExp>> = {
  project: /^dependencies$/,
  'project.optional-dependencies': /./,
  'dependency-groups': /./,
  'tool.uv': /^dev-dependencies$/,
};
