import { type AtipEffects, type AtipTool, type ExecutionPolicy, flattenCommands } from '@atip/core';
import { asRecord, compileGlob, decide, harmOfSource, parametersOf, raiseEffects } from '@atip/core/internal';
import { checkLine, type PartCheck } from '@atip/shell';

/**
 * The lines of one command that the policy always allows, in terms of a rule file: the command, then flags and plain
 * words in any order.
 */
export interface SayableCommand {
  /** `["git", "status"]` */
  readonly words: readonly string[];
  /** True: the command without arguments is allowed. False for a program that waits for its standard input. */
  readonly bare: boolean;
  /** Flags without a value: `-s`, `--short`. */
  readonly flags: readonly string[];
  /** Letters of flags that can be combined, such as `la` of `ls -la`. */
  readonly letters: string;
  /** Long flags with a value after `=`. */
  readonly valued: readonly string[];
  /** Flags whose value is the next word. */
  readonly spaced: readonly string[];
  /** Flags whose value may be a quoted text, see `quotes`. */
  readonly texts: readonly string[];
  /** True: plain words come before all flags, like the directories of `find`. */
  readonly argsFirst: boolean;
  /** Number of plain words that it takes. `Infinity`: any number. */
  readonly args: number;
  /** Globs of words that cause a question, such as `*.pem`. */
  readonly avoid: readonly string[];
  /** True: plain words may also be quoted texts of any characters but quotes, `\\`, `$`, backticks and `!`. */
  readonly quotes: boolean;
  /** True: no word after the command causes a question, even unknown options. */
  readonly isOpen: boolean;
}

export interface SayableCommands {
  readonly commands: readonly SayableCommand[];
  /** Commands without any allowed line, except with an option that makes it harmless, which no prefix can express. */
  readonly asked: readonly (readonly string[])[];
  /** Number of options of `commands` that cause a question, or take values that no rule can express. */
  readonly optionsLeftOut: number;
  readonly options: number;
}

/**
 * Finds true statements about the tools for a rule file: each holds for all lines that it matches.
 *
 * `checkLine` decides about samples; parameters with effects by value follow these statements. The policy's allowing
 * rules are ignored, because they may have conditions; a command in another rule is left out.
 */
export function sayableCommands(
  tools: readonly AtipTool[],
  policy: ExecutionPolicy,
  onTool?: (name: string, at: number, all: number) => void,
): SayableCommands {
  const commands: SayableCommand[] = [];
  const asked: (readonly string[])[] = [];
  let [options, optionsLeftOut] = [0, 0];
  const builtins = tools.filter(({ name }) => name === 'builtins');
  for (const [at, tool] of tools.entries()) {
    onTool?.(tool.name, at + 1, tools.length);
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

/** The policy's asking and denying rules, without their conditions. */
function strictened(policy: ExecutionPolicy): ExecutionPolicy {
  const rules = (policy.rules ?? []).flatMap(({ run, decision }) => (decision === 'allow' ? [] : [{ run, decision }]));
  return { ...policy, rules };
}

/** Plain words of every kind that documents distinguish: places, names, hosts, branches, files that programs obey. */
const SAMPLES: readonly string[] = [
  ...[
    'x',
    '1',
    'src/x.ts',
    '/etc/passwd',
    '/etc/x',
    '/srv/x',
    '../../../x',
    '/home/x/y',
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

/** Quoted texts, which documents may distinguish too. */
const TEXTS: readonly string[] = [
  ...[
    "''",
    "'a b'",
    "'*'",
    "'*.x'",
    "'(x)'",
    "'^a|b#'",
    "'{}'",
    "'#x'",
    "'~'",
    "'~/x'",
    "'x;y'",
    "'@x'",
    "'>x'",
    "'|x'",
    "'%x'",
  ],
  ...[
    "'&'",
    "'[x]'",
    "'?'",
    "':x'",
    "'=x'",
    "'x='",
    "'<(x)'",
    "'/etc/x y'",
    "'/srv/x y'",
    "'s/a/b/e'",
    "'x: y'",
    '"a b"',
  ],
];

/** Samples that may be places. */
const PATHS: readonly string[] = ["''", "'a b'", "'~/x'", "'/srv/x y'"];

const VALUES: readonly string[] = [
  'x',
  '/srv/x',
  '.env',
  '.git/hooks/pre-commit',
  '1',
  '../../../x',
  'a@b:x',
  'PATH=x',
  'https://x',
];

/**
 * Globs of words that may name a secret: fewer and wider than the list of core, because an agent's rules have little room. Hidden
 * names, steps upwards, places around homes and of the system, and names and endings of keys.
 */
const SECRET_WORDS: readonly string[] = [
  '?(*[/:;=@,])@(.[!./]*|..*|snap?(/*))',
  '?(*[:;=@,])/*([./])?(@(home|Users)*([./])*([!/])*([./]))',
  '?(*[:;=@,])/*([./])@(etc|proc|run|var|dev|root)*',
  '~*',
  '(#i)*.@(env|key|pem|p12|pfx|ppk|jks|kdb|ovp|tfs)*',
  '(#i)*@(netrc|id_@(rs|ds|ec|ed)|ssh_h|service-a|creden|secre|passw|token|shado|kubec|wallet.|key4|logins.|api?(-)key|private?(-)key|keychai|cookies)*',
];

/** Words that only a command without limits accepts. */
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
    // Wrappers start other programs, and programs given as words have their own reader.
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
  // A hidden file of a project is asked about where the program shows files.
  const shows = positionals.length > 0 && [...(bare ? [''] : []), 'x '].some((before) => !isAllowed(`${before}.env`));
  const avoid = [
    ...new Set([...positionals.flatMap(({ source }) => harmfulValues(source)), ...(shows ? SECRET_WORDS : [])]),
  ];
  const isFree =
    avoid.every((glob) => glob !== '*' && globPattern(glob) !== undefined) &&
    positionals.every(({ source }) => isQuiet({ ...source, 'x-values': undefined }));
  const isOdd = command.metadata['x-old-flags'] !== undefined;
  const takes = positionals.some(({ source }) => source.variadic === true) ? Infinity : positionals.length;
  const mayTake = (samples: readonly string[]): boolean =>
    isAllowedAt(samples, Math.min(takes, positionals.length + 1), isAllowed);
  const plain = SAMPLES.filter((word) => !fits(word, avoid));
  const args = isFree && !isOdd && !isGroup(command.tool, command.path) && mayTake(plain) ? takes : 0;
  if (!bare && args === 0) return undefined;
  const quotes = args > 0 && mayTake(TEXTS.filter((word) => !fits(word.slice(1, -1), avoid)));
  const argsFirst = command.metadata['x-arguments-first'] === true;
  const options = isOdd ? [] : parameters.filter((one) => one.kind === 'option' && (!one.global || words.length === 1));
  const said = sayableOptions(options, {
    args,
    argsFirst,
    body: bare ? '' : 'x ',
    // The rule of such words also covers values.
    samples: shows ? VALUES.filter((word) => !fits(word, SECRET_WORDS)) : VALUES,
    effects: first.effects,
    policy,
    isAllowed,
  });
  const isOpen = args === Infinity && avoid.length === 0 && isAllowedAt([...SAMPLES, ...STRANGE], 3, isAllowed);
  return { words, bare: bare !== undefined, args, avoid, quotes, argsFirst, isOpen, ...said };
}

interface OptionContext extends Pick<SayableCommand, 'args' | 'argsFirst'> {
  /** Words that make an allowed line of the command, with a space after them. */
  readonly body: string;
  /** Values that every option must take. */
  readonly samples: readonly string[];
  readonly effects: AtipEffects;
  readonly policy: ExecutionPolicy;
  readonly isAllowed: (words: string) => boolean;
}

type SayableOptions = Pick<SayableCommand, 'flags' | 'letters' | 'valued' | 'spaced' | 'texts'>;

/**
 * Options that may be given in any number, with any values. A program's global options mostly come before its commands.
 */
function sayableOptions(
  options: ReturnType<typeof parametersOf>,
  { args, argsFirst, body, samples, effects, policy, isAllowed }: OptionContext,
): SayableOptions {
  const [flags, valued, spaced, texts]: [string[], string[], string[], string[]] = [[], [], [], []];
  let harm = effects;
  for (const { source } of options) {
    if (!('flags' in source) || (source['x-words'] ?? 1) !== 1) continue;
    const raised = raiseEffects(harm, harmOfSource(source));
    const subject = { name: '', path: [], effects: raised, trust: 'native', outside: [] } as const;
    if (decide(subject, policy).decision !== 'allow') continue;
    harm = raised;
    // An option with effects may apply them to the words after it.
    const tails = args === 0 ? [''] : isQuiet(source) ? ['', ' x'] : ['', ...samples.map((word) => ` ${word}`)];
    // Without stated effects only the place of a written file can matter.
    const values = isQuiet(source) ? samples.slice(0, 3) : samples;
    const quoted = isQuiet(source) ? PATHS : TEXTS;
    const isSure = (form: string): boolean =>
      tails.every((tail) => isAllowed(argsFirst ? `${tail} ${form}`.trim() : body + form + tail));
    for (const flag of source.flags) {
      if (!/^--?[A-Za-z0-9][\w-]*$/.test(flag)) continue;
      const isFlag = isSure(flag);
      if (isFlag) flags.push(flag);
      if (flag.startsWith('--') && values.every((word) => isSure(`${flag}=${word}`))) valued.push(flag);
      // A flag that may come without a value leaves the next word to the command.
      if (isFlag || !values.every((word) => isSure(`${flag} ${word}`))) continue;
      spaced.push(flag);
      if (quoted.every((word) => isAllowed(`${body}${flag} ${word}`))) texts.push(flag);
    }
  }
  const singles = flags.filter((flag) => /^-[A-Za-z]$/.test(flag)).map((flag) => flag.slice(1));
  const together = singles.filter((letter) => isAllowed(`${body}-${letter}${letter}`)).join('');
  return {
    flags,
    valued,
    spaced,
    texts,
    letters: together.length > 1 && isAllowed(`${body}-${together}`) ? together : '',
  };
}

/**
 * True if each word is allowed in each position, first, last and between others: a command may read its last word
 * differently.
 */
function isAllowedAt(samples: readonly string[], places: number, isAllowed: (words: string) => boolean): boolean {
  return samples.every((sample) =>
    Array.from({ length: places }, (_, at) => at).every(
      (at) =>
        isAllowed([...Array.from({ length: at }, () => 'x'), sample].join(' ')) &&
        isAllowed(Array.from({ length: places }, (_, place) => (place === at ? sample : 'x')).join(' ')),
    ),
  );
}

/** Builtins that do not change the shell's state. */
const STATELESS: readonly string[] = ['echo', 'pwd', 'true', 'false', 'test'];

/** A line with a directory of its own. */
const PLACE = { cwd: '/work/project', home: '/home/person' };

/** True if the document assigns these words to exactly this command. */
function isKnown(words: readonly string[], { command = [], kind, tool }: PartCheck): boolean {
  if (kind === 'builtin') return true;
  return [tool, ...command.filter((word) => word !== '')].join(' ') === words.join(' ');
}

/** True if the words after a command may name a subcommand. */
function isGroup(tool: AtipTool, path: readonly string[]): boolean {
  const node = path.reduce<unknown>((at, word) => asRecord(asRecord(at)['commands'])[word], tool);
  const below = path.length === 0 || path.at(-1) === '' ? asRecord(tool)['commands'] : asRecord(node)['commands'];
  return Object.keys(asRecord(below)).some((name) => name !== '');
}

type Source = Parameters<typeof harmOfSource>[0];

/** Globs of the harmful values. */
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

/** True if a word matches a rule's exclusions. */
function fits(word: string, avoid: readonly string[]): boolean {
  return avoid.some((glob) => compileGlob(glob)?.(word) !== false);
}

/**
 * Converts a document's glob to a regular expression that matches at least as much, without repeated groups; undefined
 * if that is impossible.
 */
export function globPattern(written: string): string | undefined {
  const ignoresCase = written.startsWith('(#i)');
  const glob = ignoresCase ? written.slice(4) : written;
  let pattern = '';
  const closing: string[] = [];
  for (let at = 0; at < glob.length; at += 1) {
    const [char = '', next] = [glob.charAt(at), glob.charAt(at + 1)];
    if ('?@'.includes(char) && next === '(') {
      closing.push(char === '?' ? '|)' : ')');
      pattern += '(?:';
      at += 1;
    } else if ('*+'.includes(char) && next === '(') {
      // Any repetition: any text matches at least as much.
      const end = glob.indexOf(')', at);
      const repeated = glob.slice(at + 2, end);
      if (end < 0 || repeated.includes('(')) return undefined;
      pattern += PLAIN_CLASS.test(repeated) ? `${classPattern(repeated)}*` : '[^ "]*';
      at = end;
    } else if (char === ')' && closing.length > 0) pattern += closing.pop();
    else if (char === '|' && closing.length > 0) pattern += '|';
    else if (char === '*') pattern += '[^ "]*';
    else if (char === '?') pattern += '[^ "]';
    else if (char === '[') {
      const end = glob.indexOf(']', at + 2);
      if (end < 0) return undefined;
      const set = glob.slice(at, end + 1);
      pattern += PLAIN_CLASS.test(set) ? classPattern(set) : '[^ "]';
      at = end;
    } else {
      if (char === '\\') at += 1;
      const sign = glob.charAt(at);
      const isLetter = ignoresCase && /[a-z]/i.test(sign);
      pattern += isLetter ? `[${sign.toLowerCase()}${sign.toUpperCase()}]` : sign.replace(/[^\w/@%,:=~-]/g, '\\$&');
    }
  }
  return closing.length === 0 ? pattern : undefined;
}

/** A class of signs that a regular expression reads as a glob does. */
const PLAIN_CLASS = /^\[!?[./:;=@,]+\]$/;

function classPattern(set: string): string {
  return set.startsWith('[!') ? `[^${set.slice(2, -1)} "]` : set;
}
