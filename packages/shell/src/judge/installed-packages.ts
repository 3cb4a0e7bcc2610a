import { UNKNOWN } from '@atip/core/internal';
import { directoryOf, knownText } from '../line/patterns.ts';
import { isForeign, programName } from '../line/program-names.ts';
import type { LinePart, PackageKind, Runner } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { pathsOf, shownPath, startsOf } from './paths.ts';

export interface ProgramQuery {
  readonly packages: PackageKind;
  /** Its name: `tsc`. */
  readonly program: string;
  /** Absolute: where its runner looks from, and then above. */
  readonly directory: string;
  /** Absolute: the program itself, where the line names its file. */
  readonly path?: string | undefined;
  readonly package?: string | undefined;
  /** True: a script of the project may be called so. */
  readonly isScript?: boolean | undefined;
  /** True: its runner first installs what the lock file names. */
  readonly isInstalling?: boolean | undefined;
  /** True: it is a module that Python starts. */
  readonly isModule?: boolean | undefined;
}

/**
 * The answer about a program of a project. `installed`: its lock file names it, and its tree holds it, as it was installed. `script`: the
 * project calls a script so. `missing`, `other`: completes "npx runs x: …".
 */
export type Holding =
  | {
      readonly is: 'installed' /** Its name, if it is another one than that of the query. */;
      readonly as?: string | undefined;
    }
  | { readonly is: 'script' }
  | { readonly is: 'missing' | 'other'; readonly why: string };

/** Finds programs that packages of a project installed. */
export type FindInstalled = (query: ProgramQuery) => Holding;

/** Undefined: the program is the one on the PATH, as far as a runner is concerned. */
export type Held =
  | { readonly is: 'project'; readonly name: string }
  | { readonly is: 'nothing' }
  /** Completes the sentence that begins with the runner or the program. */
  | { readonly is: 'foreign'; readonly by: string; readonly why: string };

/** The place of the module in the words of Python: 2 for `python3 -m pytest`. Undefined: it starts none. */
export function moduleAt({ program, words, kind }: LinePart): number | undefined {
  if (kind !== 'program' || program === undefined || !/^python[\d.]*$/.test(programName(program))) return undefined;
  let at = 1;
  for (let text = words[at]?.text; text !== undefined && OPTION.test(text); text = words[at]?.text)
    at += /^-[WX]$/.test(text) ? 2 : 1;
  const [option, module] = [words[at], words[at + 1]];
  const isNamed = option?.unknown !== true && option?.text === '-m' && module?.unknown !== true;
  return isNamed && /^\w[\w.]*$/.test(module?.text ?? '') ? at + 1 : undefined;
}

/** Options of Python without code. */
const OPTION = /^-(?:[bBdEIOPqsSuv]+|[WX].*)$/;

/** The name of a module's program: `pre_commit` is pre-commit. */
export function programOf(module: string): string {
  return module.replaceAll('_', '-');
}

/** Modules that are programs of their own on most machines. */
export const PROGRAMS: RegExp =
  /^(?:pip|pytest|mypy|ruff|black|pipenv|poetry|uv|tox|nox|isort|flake8|pylint|pyright|coverage|flask|uvicorn|gunicorn|hypercorn|alembic|mkdocs|jupyter|twine)$/;

/** The module that Python starts, if it is the project's, a locked package's, or a program that everybody has. */
export function heldModule(
  part: LinePart,
  settings: CheckLineSettings,
  isDescribed: (program: string, next: string | undefined) => boolean,
): string | undefined {
  const at = moduleAt(part);
  const module = at === undefined ? undefined : part.words[at]?.text;
  const next = at === undefined ? undefined : part.words[at + 1];
  const group = knownText(next);
  if (module === undefined || (PROGRAMS.test(module) && isDescribed(programOf(module), group))) return module;
  if (!settings.installed) return undefined;
  const isHeld = startsOf(part, settings).every(
    (directory) =>
      !directory.includes(UNKNOWN) &&
      settings.installed?.({ packages: 'python', program: module, directory, isModule: true }).is === 'installed',
  );
  return isHeld ? module : undefined;
}

/** Parameters by which Node loads a module first. */
const PRELOADS = /^(?:import|require|loader)$/;

/**
 * Why a package that a call of Node loads first is not known to be installed. Undefined: the lock file names it, and
 * the tree holds it with a program of its name. False: the value is not the name of such a package.
 */
export function whyNotHeld(
  value: string,
  parameter: string | undefined,
  part: LinePart,
  settings: CheckLineSettings,
): string | undefined | false {
  const [name] = /^(?:@[\w.-]+\/)?\w[\w.-]*(?=\/|$)/.exec(value) ?? [];
  const isNode = /^(?:node|tsx)$/.test(programName(part.program ?? '')) && PRELOADS.test(parameter ?? '');
  if (!isNode || name === undefined) return false;
  const program = name.replace(/^@[^/]*\//, '');
  const isHeld = startsOf(part, settings).every(
    (directory) =>
      !value.includes('..') &&
      !directory.includes(UNKNOWN) &&
      settings.installed?.({ packages: 'node', program, package: name, directory }).is === 'installed',
  );
  return isHeld ? undefined : 'which is no package that the project is known to hold';
}

/** The program of a part, if a runner starts it or its place is among the installed programs. */
export function heldBy(part: LinePart, settings: CheckLineSettings): Held | undefined {
  const { program, runner, kind } = part;
  if (kind !== 'program' || program === undefined) return undefined;
  if (isForeign(program) && (runner === undefined || runner.otherwise === 'path'))
    return atPath(part, program, settings);
  return runner && byRunner(part, program, runner, settings);
}

function byRunner(
  part: LinePart,
  program: string,
  { title, packages, otherwise, package: from, brings, spreads, place }: Runner,
  settings: CheckLineSettings,
): Held | undefined {
  const foreign = (why: string): Held => ({ is: 'foreign', by: title, why });
  if (otherwise === 'always downloads') return foreign(`downloads and runs ${program}, whatever the project has`);
  if (brings !== undefined) return foreign(`runs ${program} with what ${brings} names, which no lock file does`);
  const isOptional = otherwise === 'nothing';
  if (spreads !== undefined && !isOptional)
    return foreign(`runs ${program} in other directories because of ${spreads}, and their contents are unknown`);
  const starts = place ? pathsOf(place, part, settings) : startsOf(part, settings);
  const found = starts.map((directory): Holding => {
    if (directory.includes(UNKNOWN)) return { is: 'other', why: 'its directory is not known before the line runs' };
    return (
      settings.installed?.({
        packages,
        program,
        directory,
        package: from,
        isScript: isOptional,
        isInstalling: title === 'uv run',
      }) ?? { is: 'other', why: NOBODY }
    );
  });
  const other = found.find(({ is }) => is === 'other') ?? found.find(({ is }) => is === 'missing');
  if (other === undefined || !('why' in other)) {
    const [first] = found;
    return first?.is === 'installed' ? { is: 'project', name: first.as ?? program } : { is: 'nothing' };
  }
  // Another project of the workspace may have a program of that name.
  if (isOptional && other.is === 'missing' && spreads !== undefined) return { is: 'project', name: program };
  if (isOptional && (other.is === 'missing' || settings.installed === undefined)) return { is: 'nothing' };
  if (otherwise === 'path' && other.is === 'missing') return undefined;
  return foreign(`${otherwise === 'downloads' ? 'downloads and runs' : 'runs'} ${program}: ${other.why}`);
}

const NOBODY = 'the packages that the project has installed are unknown';

/** Where package managers put programs, and where frameworks put those that start them. */
const PLACES: readonly (readonly [RegExp, PackageKind])[] = [
  [/(?:^|\/)node_modules\/\.bin\/[^/]+$/, 'node'],
  [/(?:^|\/)vendor\/bin\/[^/]+$/, 'php'],
  [/(?:^|\/)\.?v?env\/(?:bin|Scripts)\/[^/]+$/, 'python'],
  [/(?:^|\/)bin\/[^/]+$/, 'ruby'],
];

function atPath(part: LinePart, program: string, settings: CheckLineSettings): Held | undefined {
  const packages = PLACES.find(([pattern]) => pattern.test(program))?.[1];
  if (packages === undefined || !settings.installed) return undefined;
  const name = programName(program);
  for (const path of pathsOf({ text: program }, part, settings)) {
    if (path.includes(UNKNOWN)) return undefined;
    const directory = directoryOf(path);
    const found = settings.installed({ packages, program: name, directory, path });
    // Any other file of a project is judged by what it is.
    if (found.is === 'missing' || found.is === 'script') return undefined;
    if (found.is === 'other') return { is: 'foreign', by: shownPath(program), why: `is not known: ${found.why}` };
  }
  return { is: 'project', name };
}
