import { type GivenOption, isOneOf, unknownWord, walkOptions, type WrapIssue } from '../line/options.ts';
import { programName } from '../line/program-names.ts';
import type { LineAssignment, Runner, Word } from '../line/types.ts';
import { unwrapFd, unwrapFind } from './find.ts';
import { unwrapGit } from './git.ts';
import { unwrapInterpreter, unwrapProfiler } from './interpreters.ts';
import { unwrapShell } from './shells.ts';
import {
  unwrapAt,
  unwrapEnv,
  unwrapFlock,
  unwrapGdb,
  unwrapHyperfine,
  unwrapScript,
  unwrapSsh,
  unwrapSu,
} from './single-programs.ts';
import { unwrapSql } from './sql-input.ts';
import { type RunnerRow, type WrapperRow, wrappers } from './table.ts';
import {
  failed,
  type Inner,
  joinWords,
  type Piped,
  startsShell,
  takeAssignments,
  type Unwrapped,
} from './unwrapped.ts';
import { unwrapXargs } from './xargs.ts';

export type { Inner, Piped, Unwrapped } from './unwrapped.ts';

type Unwrap = (name: string, args: readonly Word[], piped: Piped) => Unwrapped | undefined;

const own: Readonly<Record<string, Unwrap>> = {
  at: unwrapAt,
  batch: unwrapAt,
  env: unwrapEnv,
  xargs: unwrapXargs,
  gxargs: unwrapXargs,
  find: unwrapFind,
  gfind: unwrapFind,
  fd: unwrapFd,
  fdfind: unwrapFd,
  git: unwrapGit,
  ssh: unwrapSsh,
  autossh: unwrapSsh,
  su: unwrapSu,
  runuser: unwrapSu,
  flock: unwrapFlock,
  gdb: unwrapGdb,
  hyperfine: unwrapHyperfine,
  script: unwrapScript,
  sqlite3: unwrapSql,
  psql: unwrapSql,
};

/**
 * Removes a wrapper such as `sudo` or `xargs` from a command: returns the commands and scripts that its words start.
 *
 * `words` begins with the program. Undefined if it is no wrapper, or starts nothing with these words. The inner command
 * may be a wrapper again; it reads the same standard input, except after `xargs`. Never throws.
 */
export function unwrap(words: readonly Word[], piped: Piped): Unwrapped | undefined {
  const [program, ...args] = words;
  if (!program || program.unknown) return undefined;
  const name = programName(program.text);
  const row = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (row) return unwrapRow(name, row, args);
  const unwrapOwn = Object.hasOwn(own, name) ? own[name] : undefined;
  const found = unwrapOwn
    ? unwrapOwn(name, args, piped)
    : (unwrapShell(name, args, piped) ?? unwrapProfiler(program, args) ?? unwrapInterpreter(name, args, piped));
  // As written: `./find` is another program.
  return found?.outer ? { ...found, outer: [program, ...found.outer.slice(1)] } : found;
}

/** The options of the commands before: `-C web` of `pnpm -C web exec tsc`. */
interface Above {
  readonly options: readonly GivenOption[];
  readonly directory?: Word | undefined;
  /** The words of the command: `pnpm exec`. */
  readonly title: string;
}

function unwrapRow(
  name: string,
  row: WrapperRow,
  args: readonly Word[],
  above: Above = { options: [], title: name },
): Unwrapped | undefined {
  if (row.form === 'dashes') return behindDashes(name, row, args);
  const { options, rest, issue } = walkOptions(name, args, `${row.options} help version`);
  if (options.some((option) => isOneOf(option, `help version ${row.ends ?? ''}`))) return undefined;
  if (issue) return failed(name, issue);
  const all: Above = {
    options: [...above.options, ...options],
    directory: options.findLast((option) => isOneOf(option, row.directory ?? ''))?.value ?? above.directory,
    title: above.title,
  };
  if (row.commands) {
    const [command, ...behind] = rest.slice(row.before ?? 0);
    if (!command) return undefined;
    const shifting = rest.slice(0, row.before ?? 0).find((word) => word.unknown && word.many);
    if (shifting) return failed(name, unknownWord(name, shifting));
    if (command.unknown) return failed(name, unknownWord(name, command));
    const inner = Object.hasOwn(row.commands, command.text) ? row.commands[command.text] : undefined;
    if (inner) return unwrapRow(name, inner, behind, { ...all, title: `${above.title} ${command.text}` });
    return row.others && isName(command) ? start(name, row.others, all, [command, ...behind], []) : undefined;
  }
  const before = rest.slice(0, row.before ?? 0);
  const shifting = before.find((word) => word.unknown && word.many);
  if (shifting) return failed(name, unknownWord(name, shifting));
  const { assignments, words } = takeAssignments(rest.slice(before.length), row.assigns === true);
  const set = all.options.flatMap((option) => (isOneOf(option, row.sets ?? '') && option.value ? [option.value] : []));
  if (row.runner?.otherwise === 'nothing' && words[0] && !isName(words[0])) return undefined;
  return start(name, row, all, words, [...assignments, ...takeAssignments(set, true).assignments]);
}

/** False for a file, and for what many projects call a script although it is a program that starts others. */
function isName(word: Word): boolean {
  return !word.unknown && !/[/.:]|^(?:watch|env|time|timeout|script|find|start|at|batch|screen|make)$/.test(word.text);
}

/** The command after `--`, for example in `kubectl exec POD -- CMD`. */
function behindDashes(name: string, row: WrapperRow, args: readonly Word[]): Unwrapped | undefined {
  const dashes = args.findIndex((word) => !word.unknown && word.text === '--');
  const before = dashes < 0 ? args : args.slice(0, dashes);
  if (before.some((word) => !word.unknown && /^(-h|--help|--version)$/.test(word.text))) return undefined;
  const shifting = before.find((word) => word.unknown && word.many);
  if (shifting) return failed(name, unknownWord(name, shifting));
  const script = (row.script ?? '').split(' ').filter((option) => option !== '');
  const names = before.map((word) => word.text.replace(/^--?/, '').replace(/=.*/s, ''));
  if (dashes < 0 || names.some((one) => script.includes(one))) {
    const message = `${name} is read when its command stands behind "--".`;
    return failed(name, { code: 'UNREAD', message });
  }
  return start(name, row, { options: [], title: name }, args.slice(dashes + 1), []);
}

function start(
  name: string,
  row: WrapperRow,
  { options, directory, title }: Above,
  given: readonly Word[],
  assignments: readonly LineAssignment[],
): Unwrapped | undefined {
  const changing = options.find((option) => isOneOf(option, row.changes ?? ''));
  const issues: WrapIssue[] = changing ? [changes(name, changing)] : [];
  const scripts = options.flatMap((option) =>
    isOneOf(option, row.script ?? '') && option.value ? [option.value] : [],
  );
  const { remote } = row;
  const inner: Inner[] = scripts.map((script) => ({ script, dialect: 'sh', remote }));
  const isDirect = row.form !== 'join' || options.some((option) => isOneOf(option, row.direct ?? ''));
  if (given[0] && row.runner?.own && isOneOf({ name: given[0].text }, row.runner.own)) return undefined;
  const runner = row.runner && runnerOf(title, row.runner, options, given[0]);
  const isModule = options.some((option) => isOneOf(option, row.runner?.module ?? ''));
  const words = runner && scripts.length === 0 ? programWords(row.runner, isModule, given) : given;
  if (words.length > 0 && scripts.length === 0) {
    inner.push(isDirect ? { words, remote } : { script: joinWords(words), dialect: 'sh', remote });
  }
  const isShell =
    row.alone === 'shell' || (name === 'sudo' && options.some((option) => isOneOf(option, 's i shell login')));
  if (inner.length === 0 && isShell) return failed(name, startsShell(name));
  if (inner.length === 0 && issues.length === 0) return undefined;
  return {
    name,
    inner,
    added: row.adds,
    keepsOuter: row.keeps === true || inner.length === 0,
    assignments,
    directory,
    runner: runner && scripts.length > 0 ? { ...runner, package: undefined, otherwise: 'path' } : runner,
    took: scripts.length > 0 ? 0 : given.length + (isModule ? 1 : 0),
    issues,
  };
}

function changes(name: string, { name: option }: GivenOption): WrapIssue {
  const dashes = option.length === 1 ? '-' : '--';
  return { code: 'CHANGES_PROGRAMS', message: `${dashes}${option} of ${name} changes which programs run.` };
}

/** The runner, with the words of its options about the program. */
function runnerOf(title: string, row: RunnerRow, options: readonly GivenOption[], program: Word | undefined): Runner {
  const givenTo = (names = ''): Word | undefined => options.findLast((option) => isOneOf(option, names))?.value;
  const from = givenTo(row.from);
  const named = from ?? (program !== undefined && spec(program) !== undefined ? program : undefined);
  const bringing = options.find((option) => isOneOf(option, row.brings ?? ''));
  const spreading = options.find((option) => isOneOf(option, row.spreads ?? ''));
  return {
    title,
    packages: row.packages,
    otherwise: row.otherwise,
    package: named?.unknown ? '' : named?.text,
    brings: bringing && dashed(bringing),
    spreads: row.spreads === 'workspace' ? 'the workspace' : spreading && dashed(spreading),
    place: givenTo(row.place),
  };
}

function dashed({ name }: GivenOption): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

/** The words of the program that a runner starts: `prettier --check` of `npx prettier@3.3.0 --check`. */
function programWords(row: RunnerRow | undefined, isModule: boolean, words: readonly Word[]): readonly Word[] {
  const [first, ...behind] = words;
  if (!first || first.unknown || !row) return words;
  if (isModule) return [{ text: 'python' }, { text: '-m' }, ...words];
  if (row.packages === 'python' && first.text.endsWith('.py')) return [{ text: 'python' }, ...words];
  const program = spec(first);
  return program === undefined ? words : [{ ...first, text: program }, ...behind];
}

/** The program of a package with a scope or a version: biome of `@biomejs/biome@2`. Undefined: the word is a program's name. */
function spec(word: Word): string | undefined {
  const [, name] = word.unknown ? [] : (/^(?:@[^/@]+\/)?([^/@]+)(?:@.*)?$/s.exec(word.text) ?? []);
  return name === word.text ? undefined : name;
}
