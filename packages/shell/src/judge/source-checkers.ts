import { foldPath, UNKNOWN } from '@atip/core/internal';
import { OF_PYTHON } from '../code/python-library.ts';
import { directoryOf, lastOf } from '../line/patterns.ts';
import type { PartCheck } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { BUILD_FILE } from './file-kinds.ts';
import { moduleAt } from './installed-packages.ts';
import { type Brought, nameOf } from './loaded-modules.ts';
import { isBelow, startsOf } from './paths.ts';
import type { ProjectView } from './project-view.ts';

/** A checker of sources, whose settings and plug-ins alone are code that it runs. */
interface Checker {
  /** Words that name code, or another place where it looks for some. */
  readonly names: RegExp;
  /** A word without which it may run more. */
  readonly needs?: RegExp;
  readonly sources: RegExp;
  /** Names of files that may be its code, wherever they are. */
  readonly code?: RegExp;
  /** Files in which it finds its settings, and what is in those that name a source. */
  readonly settings?: readonly [RegExp, (stem: string) => string];
  /** True: it is written in Python, and loads modules of these names wherever they are found first. */
  readonly isPython?: boolean;
  /** Sources that make it start other programs. */
  readonly starts?: RegExp;
}

const OF_WEB: Omit<Checker, 'names'> = {
  sources: /\.(?:[cm]?[jt]sx?|s?css|html|vue|svelte|jsonc?|ya?ml)$/,
  code: /(?:lint|prettier|rule|plugin|conf|setup|preset|parser|processor|formatter|(?:^|\/)\.|rc(?:\.|$))/i,
  settings: [/eslint|prettier|stylelint|^package\.json$/i, (stem) => `/${stem}`],
};
// cgo starts a compiler of C with what stands above `import "C"`.
const OF_GO: Checker = {
  names: /^--?(?:vettool|toolexec|overlay|modfile|mod|C)(?:=|$)/,
  sources: /\.go$/,
  starts: /(?:^|["`])(?:C(?:["`]|$)|\\[xuU0-7])|%sC|\\\n/,
};
const OF_PYTHON_CODE: Checker = { names: /^$/, sources: /\.pyi?$/, isPython: true };

const CHECKERS: Readonly<Record<string, Checker>> = {
  eslint: {
    ...OF_WEB,
    names: /^(?:-[a-zA-Z]*[cf]|--(?:config|rulesdir|resolve-plugins|parser|plugin|format|flag))/,
  },
  prettier: { ...OF_WEB, names: /^--(?:config|plugin|find-config)/ },
  stylelint: { ...OF_WEB, names: /^(?:-[a-zA-Z]*[cf]|--(?:config|custom|formatter|plugin))/ },
  'go vet': OF_GO,
  staticcheck: OF_GO,
  javac: { names: /^(?:-J|-X|-A|-processor|--processor|-implicit|@)/, needs: /^-proc:none$/, sources: /\.java$/ },
  mypy: {
    ...OF_PYTHON_CODE,
    names: /^--(?:config-file|python-executable|custom-typeshed|install-types)/,
    code: /(?:^|\/)(?:\w*mypy|typing_extensions|tomli|pathspec|librt|psutil|lxml)/i,
    settings: [/^(?:\.?mypy\.ini|pyproject\.toml|setup\.cfg)$/, () => 'plugins'],
  },
  py_compile: OF_PYTHON_CODE,
  compileall: OF_PYTHON_CODE,
};

/** True for a file that a checker reads as one of its sources: no settings of its own, where it looks for them, name it. */
export function isChecked(
  brought: Brought,
  check: PartCheck,
  { root, namesIn }: ProjectView,
  settings: CheckLineSettings,
): boolean {
  const { place, by } = brought;
  const { words } = check;
  const at = moduleAt(check);
  const name = at === undefined ? nameOf(check) : (words[at]?.text ?? '');
  const checker = Object.hasOwn(CHECKERS, name) ? CHECKERS[name] : undefined;
  if (!checker || !root || !isBelow(place, root) || place.includes(UNKNOWN)) return false;
  const isPlain = checker.sources.test(place) && !BUILD_FILE.test(place) && !INSTALLED.test(place);
  const local = place.slice(root.length + 1);
  if (!isPlain || checker.code?.test(local) === true || words.some(({ text }) => checker.names.test(text)))
    return false;
  const { needs, starts, isPython } = checker;
  if (isPython && local.split('/').some((step) => OF_PYTHON.has(step.replace(/\..*$/, '').toLowerCase()))) return false;
  if (needs && !words.some(({ text }) => needs.test(text))) return false;
  if (starts && textsOf(by)?.every((text) => !starts.test(text)) !== true) return false;
  if (checker.settings === undefined) return true;
  const [names, holds] = checker.settings;
  const held = holds(lastOf(place).replace(/\..*$/, ''));
  const directories = [place, ...startsOf(check, settings).map((start) => `${foldPath(start)}/.`)].flatMap((path) =>
    directoriesAbove(path, root),
  );
  return directories.every((directory) => {
    const own = namesIn?.(directory)?.filter((file) => names.test(file));
    return own?.every((file) => settings.tree?.mayHold(`${directory}/${file}`, [held]) === false) === true;
  });
}

const INSTALLED = /(?:^|\/)(?:node_modules|\.?v?env|vendor|site-packages|\.yarn)\//;

/** The texts that a part puts into a file, in pieces. Undefined: nobody knows them all. */
function textsOf({ program, kind, words, redirects }: PartCheck): readonly string[] | undefined {
  const inputs = redirects.filter(({ operator }) => operator.startsWith('<')).map(({ target }) => target);
  if ([...words, ...inputs].some(({ unknown }) => unknown === true)) return undefined;
  const texts = words.slice(1).map(({ text }) => text);
  // Others may become letters.
  if (kind === 'builtin' && /^(?:echo|printf)$/.test(program ?? ''))
    return texts.some((text) => /\\(?![nt])|%(?![s%])/.test(text)) ? undefined : texts;
  if (kind !== 'program') return undefined;
  const isCopy = (program === 'cat' && words.length === 1) || program === 'tee';
  const isText = redirects.some(({ operator }) => operator === '<<' || operator === '<<<');
  return isCopy && isText && inputs.length === 1 ? inputs.map(({ text }) => text) : undefined;
}

/** The directories around a path, up to the project's. */
function directoriesAbove(path: string, root: string): readonly string[] {
  const above: string[] = [root];
  for (let at = directoryOf(path); isBelow(at, root) && at !== root; at = directoryOf(at)) above.push(at);
  return above;
}
