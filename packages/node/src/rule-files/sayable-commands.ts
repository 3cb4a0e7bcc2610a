import { type AtipTool, type ExecutionPolicy, flattenCommands } from '@atip/core';
import { asRecord, decide, harmOfSource, parametersOf, raiseEffects } from '@atip/core/internal';
import { checkLine, type PartCheck } from '@atip/shell';

/**
 * The lines of one command that the policy allows whatever they hold, in words that a rule file can say: the command, then flags and
 * plain words in any order.
 */
export interface SayableCommand {
  /** `["git", "status"]` */
  readonly words: readonly string[];
  /** True: the command alone is allowed. A program that waits for its standard input is not. */
  readonly bare: boolean;
  /** Flags that stand alone: `-s`, `--short`. */
  readonly flags: readonly string[];
  /** Letters of flags that may be written together, as `la` of `ls -la`. */
  readonly letters: string;
  /** Long flags with a value behind `=`. */
  readonly valued: readonly string[];
  /** Flags whose value is the next word. */
  readonly spaced: readonly string[];
  /** How many plain words it takes. `Infinity`: any number. */
  readonly args: number;
  /** Globs of words that it is asked about, such as `*.pem`. */
  readonly avoid: readonly string[];
  /** True: no word behind the command is asked about, options that nobody knows included. */
  readonly isOpen: boolean;
}

export interface SayableCommands {
  readonly commands: readonly SayableCommand[];
  /** Commands of which no line is allowed, save where an option makes it harmless, which no prefix can say. */
  readonly asked: readonly (readonly string[])[];
  /** Options of `commands` that are asked about, or take what no rule can say. */
  readonly optionsLeftOut: number;
  readonly options: number;
}

/**
 * Finds what a rule file can truthfully say about the tools: each statement holds for all lines that it fits.
 *
 * `checkLine` decides about samples; parameters whose statements about effects single out values are taken by these statements. Rules
 * of the policy that allow are left out, since they may have conditions; a command that another rule names is not sayable.
 */
export function sayableCommands(tools: readonly AtipTool[], policy: ExecutionPolicy): SayableCommands {
  const commands: SayableCommand[] = [];
  const asked: (readonly string[])[] = [];
  let [options, optionsLeftOut] = [0, 0];
  const builtins = tools.filter(({ name }) => name === 'builtins');
  for (const tool of tools) {
    if (!/^[\w][\w.+-]*$/.test(tool.name) || tool.name === 'builtins') continue;
    for (const command of flattenCommands(tool)) {
      const words = [tool.name, ...command.path.filter((word) => word !== '')];
      if (!words.every((word) => /^[\w][\w.+:-]*$/.test(word))) continue;
      const found = sayable(words, command, [tool, ...builtins], strictened(policy));
      if (!found) {
        asked.push(words);
        continue;
      }
      commands.push(found);
      const own = (command.metadata.options ?? []).flatMap(({ flags }) => flags);
      options += own.length;
      const said = new Set([...found.flags, ...found.valued, ...found.spaced]);
      optionsLeftOut += own.filter((flag) => !said.has(flag)).length;
    }
  }
  return { commands, asked, options, optionsLeftOut };
}

/** Rules that ask and deny, without their conditions. */
function strictened(policy: ExecutionPolicy): ExecutionPolicy {
  const rules = (policy.rules ?? []).flatMap(({ run, decision }) => (decision === 'allow' ? [] : [{ run, decision }]));
  return { ...policy, rules };
}

/** Plain words of every kind that a document tells apart: places, names, what names a host, a branch, a file that programs obey. */
const SAMPLES: readonly string[] = [
  ...[
    'x',
    '1',
    'src/x.ts',
    '/etc/passwd',
    '/etc/x',
    '../../../x',
    '/root/x',
    '.git/hooks/pre-commit',
    '.envrc',
    '.bashrc',
  ],
  ...[
    'a@b',
    'a@b:x',
    'x=y',
    'PATH=x',
    'HEAD:x',
    'a:b',
    'http://x.y/z',
    'x,y',
    '0%n',
    'https://x',
    '/dev/sda',
    '/',
    '.',
    '..',
    'all',
  ],
];

const VALUES: readonly string[] = [
  'x',
  '1',
  '/etc/x',
  '../../../x',
  '.git/hooks/pre-commit',
  'a@b:x',
  'PATH=x',
  'https://x',
];

/** Words that only a command without limits takes. */
const STRANGE: readonly string[] = [
  '--made-up',
  '--made-up=x',
  '-Z',
  '-o',
  '+x',
  '--',
  '-',
  '--output=/etc/x',
  '-ox',
  '-exec',
  '-9',
  '@x',
  '~/.ssh/id_rsa',
];

type Flat = ReturnType<typeof flattenCommands>[number];

function sayable(
  words: readonly string[],
  command: Flat,
  tools: readonly AtipTool[],
  policy: ExecutionPolicy,
): SayableCommand | undefined {
  const prefix = words.join(' ');
  const look = (rest: string): PartCheck | undefined => {
    const line = rest === '' ? prefix : `${prefix} ${rest}`;
    const { decision, parts, problems } = checkLine(line, tools, policy, PLACE);
    const [part, more] = parts;
    // Wrappers start other programs, and programs in words have a reader of their own.
    const isPlain = part && !more && part.through.length === 0 && !part.code && problems.length === 0;
    const isKept = part?.kind === 'program' || (part?.kind === 'builtin' && STATELESS.includes(prefix));
    return decision === 'allow' && isPlain && isKept ? part : undefined;
  };
  const isAllowed = (rest: string): boolean => look(rest) !== undefined;
  const bare = look('');
  const first = bare ?? look('x');
  if (!first || !isKnown(words, first)) return undefined;
  const parameters = parametersOf(command, 'key');
  const positionals = parameters.filter((one) => one.kind === 'argument');
  const avoid = [...new Set(positionals.flatMap(({ source }) => harmfulValues(source)))];
  const isFree =
    avoid.every((glob) => glob !== '*' && globPattern(glob) !== undefined) &&
    positionals.every(({ source }) => isQuiet({ ...source, 'x-values': undefined }));
  const hints = command.metadata;
  const isOdd = (['x-old-flags', 'x-syntax', 'x-arguments-first'] as const).some((hint) => hints[hint] !== undefined);
  const takes = positionals.some(({ source }) => source.variadic === true) ? Infinity : positionals.length;
  const args =
    isFree &&
    !isOdd &&
    !isGroup(command.tool, command.path) &&
    isAllowedAt(
      SAMPLES.filter((word) => !fits(word, avoid)),
      Math.min(takes, positionals.length + 1),
      isAllowed,
    )
      ? takes
      : 0;
  if (!bare && args === 0) return undefined;
  const body = bare ? '' : 'x ';
  const flags: string[] = [];
  const valued: string[] = [];
  const spaced: string[] = [];
  const singles: string[] = [];
  let harm = first.effects;
  for (const { kind, source, global } of isOdd ? [] : parameters) {
    // Of the options of a whole program many stand before its commands only.
    if (
      kind !== 'option' ||
      (global && words.length > 1) ||
      harmfulValues(source).length > 0 ||
      (source['x-words'] ?? 1) !== 1
    )
      continue;
    const raised = raiseEffects(harm, harmOfSource(source));
    if (decide({ name: prefix, path: [], effects: raised, trust: 'native', outside: [] }, policy).decision !== 'allow')
      continue;
    harm = raised;
    for (const flag of source.flags) {
      if (!/^--?[A-Za-z0-9][\w-]*$/.test(flag)) continue;
      const sure = (form: (word: string) => string): boolean => VALUES.every((word) => isAllowed(body + form(word)));
      if (isAllowed(`${body}${flag}`) && (args === 0 || isAllowed(`x ${flag} x`))) {
        flags.push(flag);
        if (/^-[A-Za-z]$/.test(flag) && isAllowed(`${body}${flag}${flag.slice(1)}`)) singles.push(flag.slice(1));
      }
      if (flag.startsWith('--') && sure((word) => `${flag}=${word}`)) valued.push(flag);
      // A flag that may stand alone leaves the next word to the command.
      if (!flags.includes(flag) && sure((word) => `${flag} ${word}`)) spaced.push(flag);
    }
  }
  const letters = isAllowed(`${body}-${singles.join('')}`) ? singles.join('') : '';
  const isOpen =
    takes === Infinity &&
    args === Infinity &&
    avoid.length === 0 &&
    isAllowedAt([...SAMPLES, ...STRANGE], 3, isAllowed);
  return {
    words,
    bare: bare !== undefined,
    flags,
    letters: letters.length > 1 ? letters : '',
    valued,
    spaced,
    args,
    avoid,
    isOpen,
  };
}

/** True if each word is allowed at each place, first, last and between others: a command may read its last word in another way. */
function isAllowedAt(samples: readonly string[], places: number, isAllowed: (words: string) => boolean): boolean {
  return samples.every((sample) =>
    Array.from({ length: places }, (_, at) => at).every(
      (at) =>
        isAllowed([...Array.from({ length: at }, () => 'x'), sample].join(' ')) &&
        isAllowed(Array.from({ length: places }, (_, place) => (place === at ? sample : 'x')).join(' ')),
    ),
  );
}

/** Builtins that change nothing of the shell. */
const STATELESS: readonly string[] = ['echo', 'pwd', 'true', 'false', 'test'];

/** A line that starts in a directory of its own. */
const PLACE = { cwd: '/work/project', home: '/home/person' };

/** True if the document gives these words to exactly this command. */
function isKnown(words: readonly string[], { command = [], kind, tool }: PartCheck): boolean {
  if (kind === 'builtin') return true;
  return [tool, ...command.filter((word) => word !== '')].join(' ') === words.join(' ');
}

/** True if the words behind a command may name another. */
function isGroup(tool: AtipTool, path: readonly string[]): boolean {
  const node = path.reduce<unknown>((at, word) => asRecord(asRecord(at)['commands'])[word], tool);
  const below = path.length === 0 || path.at(-1) === '' ? asRecord(tool)['commands'] : asRecord(node)['commands'];
  return Object.keys(asRecord(below)).some((name) => name !== '');
}

type Source = Parameters<typeof harmOfSource>[0];

/** Globs of the values that add harm. */
function harmfulValues(source: Source): readonly string[] {
  const rules: unknown = source['x-values'];
  const listed: readonly unknown[] = Array.isArray(rules) ? rules : [];
  return listed.flatMap((rule) => {
    const match = asRecord(rule)['match'];
    const { 'x-effects': _added, 'x-mode': _mode, ...rest } = source;
    const isHarmful = !isQuiet({ ...rest, 'x-values': [rule] } as Source);
    return isHarmful ? [typeof match === 'string' ? match : '*'] : [];
  });
}

function isQuiet(source: object): boolean {
  return Object.keys(harmOfSource(source as Source)).length === 0;
}

/** True if a word is among those that a rule leaves out. */
function fits(word: string, avoid: readonly string[]): boolean {
  return avoid.some((glob) => new RegExp(`^(?:${globPattern(glob) ?? ''})$`).test(word));
}

/**
 * A glob of a document as the pattern of a regular expression that fits at least as much, without groups that repeat; undefined for
 * what cannot be said so.
 */
export function globPattern(glob: string): string | undefined {
  let pattern = '';
  const closing: string[] = [];
  for (let at = 0; at < glob.length; at += 1) {
    const [char = '', next] = [glob.charAt(at), glob.charAt(at + 1)];
    if ('?@'.includes(char) && next === '(') {
      closing.push(char === '?' ? '|)' : ')');
      pattern += '(?:';
      at += 1;
    } else if ('*+'.includes(char) && next === '(') {
      // Whatever repeats: any text fits at least as much.
      const end = glob.indexOf(')', at);
      if (end < 0 || glob.slice(at + 2, end).includes('(')) return undefined;
      pattern += '[^ "]*';
      at = end;
    } else if (char === ')' && closing.length > 0) pattern += closing.pop();
    else if (char === '|' && closing.length > 0) pattern += '|';
    else if (char === '*') pattern += '[^ "]*';
    else if (char === '?' || char === '[') {
      pattern += '[^ "]';
      if (char === '[') at = glob.indexOf(']', at + 2);
      if (at < 0) return undefined;
    } else {
      if (char === '\\') at += 1;
      pattern += glob.charAt(at).replace(/[^\w/@%,:=~-]/g, '\\$&');
    }
  }
  return closing.length === 0 ? pattern : undefined;
}
