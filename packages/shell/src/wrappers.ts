import { type GivenOption, unknownWord, type WrapIssue, walkOptions } from './option-walk.ts';
import type { LineAssignment, Word } from './types.ts';
import {
  failed,
  type Inner,
  isOneOf,
  joinWords,
  type Piped,
  startsShell,
  takeAssignments,
  type Unwrapped,
} from './unwrapped.ts';
import { readCommandOptions } from './wrapper-options.ts';
import { type WrapperRow, wrappers } from './wrapper-table.ts';
import { unwrapFd, unwrapFind } from './wrappers-find.ts';
import { unwrapGit } from './wrappers-git.ts';
import {
  unwrapEnv,
  unwrapFlock,
  unwrapGdb,
  unwrapHyperfine,
  unwrapScript,
  unwrapSsh,
  unwrapSu,
  unwrapXargs,
} from './wrappers-own.ts';
import { unwrapInterpreter, unwrapShell } from './wrappers-shell.ts';

export type { Inner, Piped, Unwrapped } from './unwrapped.ts';

type Unwrap = (name: string, args: readonly Word[], piped: Piped) => Unwrapped | undefined;

const own: Readonly<Record<string, Unwrap>> = {
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
  const name = program.text.slice(program.text.lastIndexOf('/') + 1);
  const row = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (row) return unwrapRow(name, row, args);
  const unwrapOwn = Object.hasOwn(own, name) ? own[name] : undefined;
  if (unwrapOwn) return unwrapOwn(name, args, piped);
  return (
    unwrapShell(name, args, piped) ?? unwrapInterpreter(name, args, piped) ?? readCommandOptions(name, args, piped)
  );
}

function unwrapRow(name: string, row: WrapperRow, args: readonly Word[]): Unwrapped | undefined {
  if (row.form === 'dashes') return behindDashes(name, row, args);
  const { options, rest, issue } = walkOptions(name, args, `${row.options} help version`);
  if (options.some((option) => isOneOf(option, `help version ${row.ends ?? ''}`))) return undefined;
  if (issue) return failed(name, issue);
  if (row.commands) {
    const [command, ...behind] = rest;
    if (!command) return undefined;
    if (command.unknown) return failed(name, unknownWord(name, command));
    const inner = Object.hasOwn(row.commands, command.text) ? row.commands[command.text] : undefined;
    return inner && unwrapRow(name, inner, behind);
  }
  const before = rest.slice(0, row.before ?? 0);
  const shifting = before.find((word) => word.unknown && word.many);
  if (shifting) return failed(name, unknownWord(name, shifting));
  const { assignments, words } = takeAssignments(rest.slice(before.length), row.assigns === true);
  return start(name, row, options, words, assignments);
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
  return start(name, row, [], args.slice(dashes + 1), []);
}

function start(
  name: string,
  row: WrapperRow,
  options: readonly GivenOption[],
  words: readonly Word[],
  assignments: readonly LineAssignment[],
): Unwrapped | undefined {
  const changing = options.find((option) => isOneOf(option, row.changes ?? ''));
  const issues: WrapIssue[] = changing ? [changes(name, changing)] : [];
  const scripts = options.flatMap((option) =>
    isOneOf(option, row.script ?? '') && option.value ? [option.value] : [],
  );
  const remote = row.remote === true && { remote: true };
  const inner: Inner[] = scripts.map((script) => ({ script, dialect: 'sh', ...remote }));
  const isDirect = row.form !== 'join' || options.some((option) => isOneOf(option, row.direct ?? ''));
  if (words.length > 0 && scripts.length === 0) {
    inner.push(isDirect ? { words, ...remote } : { script: joinWords(words), dialect: 'sh', ...remote });
  }
  const isShell =
    row.alone === 'shell' || (name === 'sudo' && options.some((option) => isOneOf(option, 's i shell login')));
  if (inner.length === 0 && isShell) return failed(name, startsShell(name));
  if (inner.length === 0 && issues.length === 0) return undefined;
  const directory = options.findLast((option) => isOneOf(option, row.directory ?? ''))?.value;
  return {
    name,
    inner,
    ...(row.adds && { added: row.adds }),
    keepsOuter: row.keeps === true || inner.length === 0,
    ...(assignments.length > 0 && { assignments }),
    ...(directory && { directory }),
    issues,
  };
}

function changes(name: string, { name: option }: GivenOption): WrapIssue {
  const dashes = option.length === 1 ? '-' : '--';
  return { code: 'CHANGES_PROGRAMS', message: `${dashes}${option} of ${name} changes which programs run.` };
}
