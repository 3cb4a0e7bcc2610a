import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../../architecture/read-imports.ts';
import type { PageSettings } from '../page-settings.ts';
import type { Toolbox } from './create-toolbox.ts';

/** The fresh machine of a page: directories outside, and how its shell is to be started so that they are inside. */
export interface PageMachine {
  /** Absolute, outside: becomes `/home/ada`. */
  readonly home: string;
  /** Absolute, outside: becomes `/home/driver`; has `asked`, a line for each stand-in that was asked. */
  readonly driver: string;
  /** For `bwrap`, up to the program that it starts. */
  readonly arguments: readonly string[];
  readonly startIn: string;
}

export const HOME = '/home/ada';

/** Hidden from a page, since it differs from machine to machine. */
const EMPTIED: readonly string[] = ['/home', '/root'];

export function createPageMachine(toolbox: Toolbox, page: string, settings: PageSettings): PageMachine {
  const directory = join(toolbox.directory, 'pages', page.replaceAll('/', '-'));
  const at = (name: string): string => join(directory, name);
  for (const name of ['home/work', 'tmp', 'driver', 'bin', 'wrappers']) mkdirSync(at(name), { recursive: true });
  for (const [path, text] of Object.entries(settings.files ?? {})) writePageFile(at('home'), path, text);
  if (settings.atipPath) writeAtipWrapper(at('wrappers'), settings.atipPath);
  for (const [name, file] of Object.entries(settings.standIns ?? {})) writeStandIn(at('bin'), name, file);
  linkPrograms(toolbox, at('bin'), settings);
  writeFileSync(
    at('driver/scope.mjs'),
    Object.entries(settings.scope?.values ?? {})
      .map(([name, value]) => `globalThis[${JSON.stringify(name)}] = ${JSON.stringify(value)};\n`)
      .join(''),
  );
  const shared = ['node_modules', 'programs', 'machine'].flatMap((name) => {
    return ['--ro-bind', join(toolbox.directory, name), `/home/${name}`];
  });
  const own = ['bin', 'wrappers'].flatMap((name) => ['--ro-bind', at(name), `/home/${name}`]);
  return {
    home: at('home'),
    driver: at('driver'),
    startIn: settings.startIn === 'repository' ? ROOT : `${HOME}/work`,
    arguments: [
      ...['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--bind', '/proc', '/proc'],
      ...EMPTIED.flatMap((path) => (existsSync(path) ? ['--tmpfs', path] : [])),
      ...['--bind', at('tmp'), '/tmp', '--bind', at('home'), HOME, '--bind', at('driver'), '/home/driver'],
      ...[...shared, ...own],
      ...keptPlaces().flatMap((path) => ['--ro-bind', path, path]),
      ...['--unshare-net', '--die-with-parent', '--clearenv'],
      ...Object.entries(environment(settings)).flatMap(([name, value]) => ['--setenv', name, value]),
    ],
  };
}

/** Writes a file of a page, executable when it says which program runs it. @throws Error when it is outside of the directory */
export function writePageFile(directory: string, path: string, text: string): void {
  const file = join(directory, path);
  if (relative(directory, file).startsWith('..')) throw new Error(`${path} is outside of the page's machine.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, text.startsWith('#!') ? 0o755 : 0o644);
}

/** What is needed although it may lie below what is emptied. */
function keptPlaces(): string[] {
  const node = dirname(dirname(realpathSync(process.execPath)));
  const modules = realpathSync(join(ROOT, 'node_modules'));
  const kept = [ROOT, modules, ...(/^\/(?:home|root|tmp)\//.test(node) ? [node] : [])];
  return [...new Set(kept)];
}

/** Fixed dates and names make the ids of commits the same each time. */
function environment(settings: PageSettings): Record<string, string> {
  return {
    HOME,
    PATH: '/home/bin',
    XDG_DATA_DIRS: '/home/none',
    USER: 'ada',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    ...git('AUTHOR'),
    ...git('COMMITTER'),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'init.defaultBranch',
    GIT_CONFIG_VALUE_0: 'main',
    ...settings.env,
  };
}

function git(role: string): Record<string, string> {
  return {
    [`GIT_${role}_NAME`]: 'Ada Tester',
    [`GIT_${role}_EMAIL`]: 'ada@example.com',
    [`GIT_${role}_DATE`]: '2026-01-01T12:00:00Z',
  };
}

/** One directory is the whole PATH, so that discovery finds no program twice. */
function linkPrograms(toolbox: Toolbox, bin: string, settings: PageSettings): void {
  const atip = settings.atipPath ? '/home/wrappers/atip' : '/home/node_modules/.bin/atip';
  const programs = readdirSync(join(toolbox.directory, 'programs')).map(
    (name) => [name, `/home/programs/${name}`] as const,
  );
  for (const [name, target] of [...programs, ['atip', atip] as const])
    if (settings.standIns?.[name] === undefined) symlinkSync(target, join(bin, name));
}

function writeAtipWrapper(directory: string, path: readonly string[]): void {
  const node = realpathSync(process.execPath);
  const only = path.map((place) => place.replace(/^~/, HOME)).join(':');
  writePageFile(
    directory,
    'atip',
    `#!/bin/sh\nPATH='${only}' exec '${node}' /home/node_modules/atip/dist/main.js "$@"\n`,
  );
}

function writeStandIn(directory: string, name: string, file: string): void {
  const program = join(ROOT, 'tests/docs/stand-ins', file);
  reasonOf(file);
  const runner = file.endsWith('.sh') ? 'sh' : `'${realpathSync(process.execPath)}'`;
  writePageFile(directory, name, `#!/bin/sh\necho '${name}' >>/home/driver/asked\nexec ${runner} '${program}' "$@"\n`);
}

/** Why there is a stand-in: its first line says so. @throws Error when it does not */
export function reasonOf(file: string): string {
  const text = readFileSync(join(ROOT, 'tests/docs/stand-ins', file), 'utf8');
  const reason = /^(?:\/\/|#) why: (\S.*)/.exec(text)?.[1];
  if (reason === undefined) throw new Error(`${file} does not say why it is needed.`);
  return reason;
}
