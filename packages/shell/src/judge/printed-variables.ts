import type { AtipEffects } from '@atip/core';
import { namesCredential } from '@atip/core/internal';
import { knownText } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { LineAssignment, LinePart, LineReading, PartCheck, ShownVariable, Word } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { showsNames } from './narrow-output.ts';
import type { LinePaths } from './paths.ts';

/** The effects of an assignment on a program. */
export interface VariableEffect {
  /** Completes "make …" before the assignment. */
  readonly why: string;
  readonly effects?: AtipEffects | undefined;
  /** Paths outside of the writable directories. */
  readonly outside?: readonly string[] | undefined;
}

export interface EffectiveAssignment extends LineAssignment {
  readonly effect: VariableEffect;
}

/** Wrappers whose command gets the line's own variables. Others load some, or start it elsewhere. */
export const KEEPS: RegExp =
  /^(?:env|command|exec|builtin|xargs|gxargs|find|gfind|fd|fdfind|bash|rbash|sh|dash|ash|busybox|toybox|nice|ionice|chrt|taskset|nohup|time|timeout|stdbuf|setsid|setarch|prlimit|watch|flock|script|strace|ltrace|caffeinate|faketime|unbuffer|chronic|eatmydata|cross-env)$/;

/** Builtins that do not print their words. */
const QUIET = /^(?::|true|false|export|declare|typeset|local|readonly|unset|let|set)$/;

/** Operators of `test` for texts. Those for numbers print a text in an error. */
const OF_ONE_TEXT = /^-[a-hknopr-suwxzGLNOS]$/;
const OF_TWO_TEXTS = /^(?:==?|!=|[<>]|-(?:nt|ot|ef))$/;

/** Names of variables whose value may be an address with a password, where nobody knows the value. */
const ADDRESSES =
  /(?:^|_)(?:DATABASE|DB|REDIS|MONGO\w*|POSTGRES\w*|PG|MYSQL|AMQP|RABBITMQ|CONNECTION)\w*(?:URL|URI|STR|STRING|DSN)$/i;

/** The variables that a line shows, and those that its programs get. */
export class LineVariables {
  readonly exported: readonly LineAssignment[];
  /** Their effects, by the directories of a part. */
  readonly effects: Map<string, readonly EffectiveAssignment[]> = new Map();
  readonly #copies: ReadonlyMap<string, readonly ShownVariable[]>;
  readonly #settings: CheckLineSettings;
  readonly #tainted = new Map<boolean, ReadonlySet<string>>();
  /** True: it loads variables from a file. */
  readonly #loads: boolean;
  /** True: that file holds secrets, so any variable may be one. */
  readonly #loadsSecrets: boolean;

  readonly #line: LineReading;

  constructor(line: LineReading, settings: CheckLineSettings, paths: LinePaths) {
    const { parts, variables } = line;
    this.#line = line;
    this.exported = variables?.exported ?? [];
    this.#copies = variables?.copies ?? new Map();
    this.#settings = settings;
    const has = (names: RegExp, word: RegExp): boolean =>
      parts.some(
        ({ kind, program = '', words }) =>
          kind === 'builtin' && names.test(program) && words.slice(1).some(({ text }) => word.test(text)),
      );
    this.#loads = has(/^(?:\.|source|eval)$/, /^(?!\/dev\/null$)/);
    this.#loadsSecrets = parts.some(
      (part) =>
        part.kind === 'builtin' &&
        /^(?:\.|source)$/.test(part.program ?? '') &&
        part.words.slice(1).some((word) => paths.secretIn(word, part, false) !== undefined),
    );
  }

  /**
   * Completes "env prints …" about credentials that a part prints. Undefined: it prints none.
   *
   * @param effects of its command
   */
  printedBy(part: LinePart, effects: PartCheck['effects']): string | undefined {
    if (effects['x-reveals'] === 'environment' || part.code?.readsEnvironment === true) {
      const found = this.#environmentOf(part);
      if (found !== undefined) return found;
    }
    // A program that reaches no other machine has no use for a secret but to print it or to write it down.
    const isLocal = effects.network === false && effects['x-runs'] !== 'call';
    const words = part.kind === 'builtin' ? wordsPrinted(part) : isLocal ? part.words.slice(1) : [];
    const found = this.#secretIn(words, part) ?? (isLocal ? this.fedTo(part) : undefined);
    return found === undefined ? this.printedByShell(part) : `${found}, which looks like a credential`;
  }

  /** The same about the shell itself. */
  printedByShell(part: LinePart): string | undefined {
    const found = this.#secretAmong(part.prints ?? [], part);
    return found && `${found}, which looks like a credential`;
  }

  /** The secret variable in a file's name or a here-document of a part. */
  fedTo(part: LinePart): string | undefined {
    const targets = part.redirects.map(({ target }) => target);
    return this.#secretIn(targets, part);
  }

  #secretIn(words: readonly Word[], part: LinePart): string | undefined {
    return this.#secretAmong(
      words.flatMap((word) => (word.unknown ? (word.shows ?? []) : [])),
      part,
    );
  }

  #secretAmong(shown: readonly ShownVariable[], part: LinePart): string | undefined {
    if (shown.length === 0) return undefined;
    const isKnown = this.#isKnown(part);
    return shown
      .find((one) => this.#isSecret(one, isKnown))
      ?.name.replace(/^!$/, 'a variable that is not known')
      .replace(/^@$/, 'an argument');
  }

  #isSecret({ name, isOwn }: ShownVariable, isKnown: boolean): boolean {
    if (
      (!isOwn || this.#loadsSecrets) &&
      (name === '!' ? this.#holds(isKnown) !== undefined : this.#isCredential(name, isKnown))
    )
      return true;
    return this.#copies.size > 0 && this.#copiesOfSecrets(isKnown).has(name);
  }

  /** The variables that get a credential somewhere in the line, also through others. */
  #copiesOfSecrets(isKnown: boolean): ReadonlySet<string> {
    const known = this.#tainted.get(isKnown);
    if (known) return known;
    const tainted = new Set<string>();
    this.#tainted.set(isKnown, tainted);
    const takers = new Map<string, string[]>();
    for (const [name, shown] of this.#copies)
      for (const one of shown) {
        if (this.#isSecret(one, isKnown)) tainted.add(name);
        const names = takers.get(one.name);
        if (names) names.push(name);
        else takers.set(one.name, [name]);
      }
    // A set grows while it is walked.
    for (const name of tainted) for (const taker of takers.get(name) ?? []) tainted.add(taker);
    return tainted;
  }

  #isCredential(name: string, isKnown: boolean): boolean {
    // Names of the line itself are small, such as `key`.
    if (name === name.toUpperCase() && namesCredential(name)) return true;
    if (HARMLESS.test(name)) return false;
    if (this.#loadsSecrets) return true;
    return isKnown ? this.#secrets().includes(name) : ADDRESSES.test(name);
  }

  #secrets(): readonly string[] {
    return this.#settings.environment?.secrets ?? [];
  }

  /** True if a part's program gets the variables that the host knows. */
  #isKnown({ through }: LinePart): boolean {
    const isLines = !this.#loads && through.every((name) => KEEPS.test(programName(name)));
    return isLines && this.#settings.environment !== undefined;
  }

  /** Credentials among all variables. */
  #holds(isKnown: boolean): string | undefined {
    if (!isKnown) return 'the variables of an environment that is not known, and credentials may be among them';
    const [first] = this.#secrets();
    return first && `variables, and ${first} among them looks like a credential`;
  }

  /** True where the line prints the names of the variables alone: none has a second line, which would have no name. */
  #showsNames(part: LinePart, isKnown: boolean): boolean {
    const isAll = /^(?:env|printenv)$/.test(programName(part.program ?? '')) && part.words.length === 1;
    const isOneLine = isKnown && this.exported.length === 0 && this.#settings.environment?.hasLineBreaks === false;
    return isAll && isOneLine && part.assignments.length === 0 && showsNames(part, this.#line);
  }

  #environmentOf(part: LinePart): string | undefined {
    const names = namesPrinted(part);
    const isKnown = this.#isKnown(part);
    if (!names) return this.#showsNames(part, isKnown) ? undefined : this.#holds(isKnown);
    const found = names.find((name) => this.#isSecret({ name, isOwn: false }, isKnown));
    return found && `${found}, which looks like a credential`;
  }
}

/** Variables of each process that hold no credential. */
const HARMLESS =
  /^(?:HOME|PATH|PWD|OLDPWD|USER|LOGNAME|SHELL|TERM|LANG|LC_\w+|TMPDIR|HOSTNAME|UID|EUID|PPID|SHLVL|RANDOM|SECONDS|LINENO|IFS|OSTYPE|CI|NODE_ENV|EDITOR|PAGER|DISPLAY)$/;

/** The words of a builtin that it prints, also in its errors. */
function wordsPrinted({ program = '', words }: LinePart): readonly Word[] {
  const args = words.slice(1);
  if (program !== 'test' && program !== '[') return QUIET.test(program) ? [] : args;
  const texts = args.map(knownText);
  const isEnd = (text: string | undefined, at: number): boolean =>
    at < 0 || at >= texts.length || /^(?:!|\(|\)|\]|-a|-o)$/.test(text ?? '');
  return args.filter((_, at) => {
    const [before = '', after = ''] = [texts[at - 1], texts[at + 1]];
    const isFirst = isEnd(before, at - 1) && (isEnd(after, at + 1) || OF_TWO_TEXTS.test(after));
    const isLast = isEnd(after, at + 1) && (OF_ONE_TEXT.test(before) || OF_TWO_TEXTS.test(before));
    return !isFirst && !isLast;
  });
}

/** The variables that a part prints of its environment. Undefined: all. */
function namesPrinted({ kind, program = '', words, code }: LinePart): readonly string[] | undefined {
  if (code) return undefined;
  const name = programName(program);
  const args = words.slice(1);
  if (kind === 'builtin' && name === 'set') return args.length > 0 ? [] : undefined;
  const operands = args.filter(({ text }) => !/^[-+]./.test(text));
  const options = args.filter(({ text }) => /^[-+]./.test(text)).map(({ text }) => text);
  const isDeclaring = kind === 'builtin' && /^(?:export|declare|typeset|readonly)$/.test(name);
  if (isDeclaring && options.some((option) => /^-\w*[fF]/.test(option))) return [];
  if (isDeclaring && name === 'export' && operands.length > 0 && !options.some((option) => /p/.test(option))) return [];
  if (!isDeclaring && name !== 'printenv' && name !== 'envsubst') return undefined;
  if (operands.length === 0 || operands.some(({ unknown, text }) => unknown && !text.includes('='))) return undefined;
  if (name === 'envsubst')
    return operands.flatMap(({ text }) => [...text.matchAll(/\$\{?(\w+)/g)].map(([, variable = '']) => variable));
  return operands.flatMap(({ text }) => (text.includes('=') ? [] : [text]));
}
