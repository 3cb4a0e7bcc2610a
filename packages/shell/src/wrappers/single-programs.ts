import { isOneOf, isOperand, unknownWord, walkAll, walkOptions, type WrapIssue } from '../line/options.ts';
import type { Word } from '../line/types.ts';
import {
  failed,
  type Inner,
  joinWords,
  type Piped,
  startsShell,
  takeAssignments,
  type Unwrapped,
} from './unwrapped.ts';

const envOptions =
  'i 0 v u= C= S= P= ignore-environment null unset= chdir= split-string= debug block-signal=? default-signal=? ignore-signal=? list-signal-handling argv0= a= help version';

/** `env [OPTIONS] [NAME=value…] CMD`. */
export function unwrapEnv(name: string, args: readonly Word[]): Unwrapped | undefined {
  const { options, rest, issue } = walkOptions(name, args, envOptions);
  if (options.some((option) => isOneOf(option, 'help version'))) return undefined;
  if (issue) return failed(name, issue);
  const split = options.findIndex((option) => isOneOf(option, 'S split-string'));
  if (split >= 0) {
    const text = options[split]?.value;
    const moves = options.some((option) => isOneOf(option, 'C chdir'));
    if (moves || !text || text.unknown || !/^[\w\s./=:,@%+-]*$/.test(text.text)) {
      return failed(name, { code: 'UNKNOWN_CODE', message: 'The text that env -S splits is not read.' });
    }
    const words = text.text.split(/\s+/).filter((one) => one !== '');
    return unwrapEnv(name, [...words.map((one) => ({ ...text, text: one })), ...rest]);
  }
  const changing = options.find((option) => isOneOf(option, 'P a argv0'));
  if (changing) {
    return failed(name, { code: 'CHANGES_PROGRAMS', message: `env -${changing.name} changes which program runs.` });
  }
  const [first, ...behindFirst] = rest;
  const isEmptied = first && !first.unknown && first.text === '-';
  const { assignments, words } = takeAssignments(isEmptied ? behindFirst : rest, true);
  if (words.length === 0) return undefined;
  const directory = options.findLast((option) => isOneOf(option, 'C chdir'))?.value;
  return {
    name,
    inner: [{ words }],
    keepsOuter: false,
    assignments,
    directory,
    issues: [],
  };
}

const sshOptions =
  '4 6 A a C f G g K k M N n q s T t V v X x Y y B= b= c= D= E= e= F= I= i= J= L= l= m= O= o= P= p= Q= R= S= W= w=';
/** `ssh [OPTIONS] HOST [CMD…]`: the words, joined by spaces, go to a shell on another machine. */
export function unwrapSsh(name: string, args: readonly Word[], { stdin }: Piped): Unwrapped | undefined {
  const first = walkOptions(name, args, sshOptions);
  const second = walkOptions(name, first.rest.slice(1), sshOptions);
  const issue = first.issue ?? second.issue;
  if (issue) return failed(name, issue);
  const options = [...first.options, ...second.options];
  if (options.some((option) => isOneOf(option, 'G N O Q V W s')) || first.rest.length === 0) return undefined;
  const script = second.rest.length > 0 ? joinWords(second.rest) : typeof stdin === 'object' ? stdin : undefined;
  const issues = script ? [] : [startsRemoteShell(name, stdin)];
  const inner: readonly Inner[] = script ? [{ script, dialect: 'sh', remote: 'machine' }] : [];
  return { name, inner, added: { network: true }, keepsOuter: true, issues };
}

function startsRemoteShell(name: string, stdin: Piped['stdin']): WrapIssue {
  const what =
    stdin === 'none'
      ? 'starts a shell on another machine, which waits for input'
      : 'runs on another machine what it reads from its standard input';
  return { code: 'UNKNOWN_CODE', message: `${name} ${what}.`, isInput: true };
}

const suOptions =
  'c= f l m p P T g= G= s= u= w= h V command= session-command= fast login preserve-environment pty no-pty group= supp-group= shell= user= whitelist-environment= help version';

/** `su [OPTIONS] [-] [USER [ARGS]]`, and `runuser -u USER CMD`. */
export function unwrapSu(name: string, args: readonly Word[]): Unwrapped | undefined {
  const added = { 'x-privilege': 'root' } as const;
  const posix = walkOptions(name, args, suOptions);
  if (name === 'runuser' && !posix.issue && posix.options.some((option) => isOneOf(option, 'u user'))) {
    return { name, inner: [{ words: posix.rest }], added, keepsOuter: false, issues: [] };
  }
  const { options, issue } = walkAll(name, args, suOptions);
  if (options.some((option) => isOneOf(option, 'help version h V'))) return undefined;
  if (issue) return failed(name, issue);
  const script = options.findLast((option) => isOneOf(option, 'c command session-command'))?.value;
  const shell = options.findLast((option) => isOneOf(option, 's shell'))?.value;
  if (!script) return failed(name, startsShell(name));
  const isKnownShell = !shell || (!shell.unknown && /(^|\/)(ba|da)?sh$/.test(shell.text));
  const issues: WrapIssue[] = isKnownShell
    ? []
    : [{ code: 'UNKNOWN_PROGRAM', message: `${name} starts the shell ${shell.text}.` }];
  return { name, inner: [{ script, dialect: isKnownShell ? 'sh' : 'other' }], added, keepsOuter: false, issues };
}

const flockOptions =
  's x e n w= o u E= F v shared exclusive nonblock nb wait= timeout= close unlock conflict-exit-code= no-fork verbose help version';

/** `flock FILE CMD`, `flock FILE -c SCRIPT`, `flock NUMBER`. */
export function unwrapFlock(name: string, args: readonly Word[]): Unwrapped | undefined {
  const first = walkOptions(name, args, flockOptions);
  if (first.options.some((option) => isOneOf(option, 'help version'))) return undefined;
  if (first.issue) return failed(name, first.issue);
  const [, ...words] = first.rest;
  const [option, script] = words;
  if (!option) return undefined;
  if (!option.unknown && /^(-c|--c[a-z]*)$/.test(option.text)) {
    if (!script) return undefined;
    return { name, inner: [{ script, dialect: 'sh' }], keepsOuter: true, issues: [] };
  }
  if (!isOperand(option)) return failed(name, unknownWord(name, option));
  return { name, inner: [{ words }], keepsOuter: true, issues: [] };
}

const scriptOptions =
  'a e f q E= I= O= B= T= c= m= o= t=? append return flush quiet echo= log-in= log-out= log-io= log-timing= command= logging-format= output-limit= timing=? force help version h V';

/** `script [-c SCRIPT] [FILE]`; without one it starts a shell. */
export function unwrapScript(name: string, args: readonly Word[]): Unwrapped | undefined {
  const { options, rest, issue } = walkAll(name, args, scriptOptions);
  if (options.some((option) => isOneOf(option, 'help version h V'))) return undefined;
  if (issue) return failed(name, issue);
  const script = options.findLast((option) => isOneOf(option, 'c command'))?.value;
  if (!script || rest.length > 1) return failed(name, startsShell(name));
  return { name, inner: [{ script, dialect: 'sh' }], keepsOuter: true, issues: [] };
}

/** Options of gdb that leave the program which runs the one behind `--args`. */
const GDB_OPTIONS = /^--?(?:batch|ex|eval-command|q|quiet|silent|nx|nh|return-child-result)$/;

/** `gdb --args PROGRAM`: its own commands are options, which its document judges. */
export function unwrapGdb(name: string, args: readonly Word[], piped: Piped): Unwrapped | undefined {
  const at = args.findIndex((word) => !word.unknown && /^--?args$/.test(word.text));
  const own = args.slice(0, at);
  const words = args.slice(at + 1);
  // Without it there is a debugger that reads commands.
  const isQuiet =
    own.some(({ text }) => /^--?batch$/.test(text)) &&
    own.every(({ unknown, text }) => !unknown && (!text.startsWith('-') || GDB_OPTIONS.test(text)));
  if (at < 0 || words.length === 0 || !isQuiet || piped.stdin !== 'none') return undefined;
  return { name, inner: [{ words }], keepsOuter: true, issues: [] };
}

/** Each argument of hyperfine is a script for `sh`, and so are the commands around its runs. */
export function unwrapHyperfine(name: string, args: readonly Word[]): Unwrapped | undefined {
  const { options, rest, issue } = walkAll(
    name,
    args,
    'N i w= m= M= r= u= n= s= p= c= h V warmup= min-runs= max-runs= runs= time-unit= command-name= setup= prepare= cleanup= style= ' +
      'ignore-failure show-output export-json= export-csv= export-markdown= export-asciidoc= export-orgmode= help version',
  );
  if (options.some((option) => isOneOf(option, 'h V help version'))) return undefined;
  if (issue) return failed(name, issue);
  const around = options.flatMap((option) =>
    isOneOf(option, 's p c setup prepare cleanup') && option.value ? [option.value] : [],
  );
  const inner = [...around, ...rest].map((script) => ({ script, dialect: 'sh' as const }));
  return inner.length === 0 ? undefined : { name, inner, keepsOuter: true, issues: [] };
}

/** `at TIME`: standard input is the script; `-f` names a file. */
export function unwrapAt(name: string, args: readonly Word[], { stdin }: Piped): Unwrapped | undefined {
  const { options, issue } = walkOptions(name, args, 'V q= m M l b d r v c f= t= u=');
  if (issue) return failed(name, issue);
  if (options.some((option) => /^[Vldrc]$/.test(option.name))) return undefined;
  if (typeof stdin === 'object' && !options.some((option) => option.name === 'f')) {
    return { name, inner: [{ script: stdin, dialect: 'sh' }], keepsOuter: true, issues: [] };
  }
  return failed(name, { code: 'UNKNOWN_CODE', message: `${name} runs a script later that is not read.` });
}
