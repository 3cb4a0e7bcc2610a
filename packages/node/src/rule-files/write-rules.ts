import { globPattern, type SayableCommand, type SayableCommands } from './sayable-commands.ts';

export const RULE_FORMATS = ['codex', 'claude-code', 'gemini', 'vscode', 'opencode'] as const;

export type RuleFormat = (typeof RULE_FORMATS)[number];

/** A file of rules for an agent. */
export interface RuleFile {
  readonly text: string;
  /** The place where the agent reads the file, for people. */
  readonly place: string;
  /** Commands with at least one allowed line. */
  readonly commands: number;
}

/** Writes an agent's rules: they allow no line that the policy asks about. */
export function writeRules(format: RuleFormat, sayable: SayableCommands): RuleFile {
  return WRITERS[format](sayable);
}

const WRITERS: Readonly<Record<RuleFormat, (sayable: SayableCommands) => RuleFile>> = {
  codex: writeCodex,
  'claude-code': writeClaudeCode,
  gemini: writeGemini,
  vscode: writeVsCode,
  opencode: writeOpencode,
};

const ABOUT = 'Written by atip rules: it allows nothing that the policy asks about. The rest is asked.';

/**
 * Only prefixes of words without an end: a command can be allowed only if every word is. Sandboxed lines are asked
 * about too.
 */
function writeCodex({ commands, asked }: SayableCommands): RuleFile {
  const open = commands.filter(({ isOpen, bare }) => isOpen && bare).map(({ words }) => words);
  const rule = (words: readonly unknown[], decision: string, justification: string): string =>
    `prefix_rule(pattern=${JSON.stringify(words)}, decision="${decision}", justification="${justification}")`;
  const lines = [
    `# ${ABOUT}`,
    ...grouped(open).map((words) => rule(words, 'allow', 'harmless with any words')),
    ...grouped(asked).map((words) => rule(words, 'prompt', 'may do harm')),
  ];
  return { text: `${lines.join('\n')}\n`, place: '~/.codex/rules/atip.rules', commands: open.length };
}

/** Combines commands that differ only in their last word: `["git", ["push", "rm"]]`. */
function grouped(commands: readonly (readonly string[])[]): readonly (readonly unknown[])[] {
  const groups = new Map<string, { readonly before: readonly string[]; readonly last: string[] }>();
  for (const words of commands) {
    const before = words.slice(0, -1);
    const key = words.length === 1 ? words.join(' ') : `${before.join(' ')} `;
    const group = groups.get(key) ?? { before, last: [] };
    groups.set(key, group);
    group.last.push(words.at(-1) ?? '');
  }
  return [...groups.values()].map(({ before, last }) => [...before, last.length === 1 ? last[0] : last]);
}

/** Text with `*`; asking beats allowing. A rule without `*` matches exactly one line. */
function writeClaudeCode({ commands }: SayableCommands): RuleFile {
  const allow = commands.flatMap((command) => exactLines(command).map((line) => `Bash(${line})`));
  const programs = [...new Set(commands.map(({ words }) => words[0] ?? ''))];
  // The agent may remove redirects before matching a rule, and xargs adds unseen words.
  const ask = [...programs.flatMap((name) => [`Bash(${name}*>*)`, `Bash(${name}*<*)`]), 'Bash(xargs)', 'Bash(xargs *)'];
  return {
    text: `${JSON.stringify({ permissions: { ask, allow } }, null, 2)}\n`,
    place: 'permissions of ~/.claude/settings.json',
    commands: commands.filter(({ bare }) => bare).length,
  };
}

/** Complete lines: the command, and the command with one flag or two combined letters. */
function exactLines({ words, bare, flags, letters }: SayableCommand): readonly string[] {
  if (!bare) return [];
  const common = [...COMMON].filter((letter) => letters.includes(letter)).slice(0, MAX_LETTERS);
  const pairs = common.flatMap((one) => common.map((two) => one + two));
  const prefix = words.join(' ');
  return [
    prefix,
    ...flags.map((flag) => `${prefix} ${flag}`),
    ...pairs.filter(([one, two]) => one !== two).map((pair) => `${prefix} -${pair}`),
  ];
}

/** Letters whose pairs are listed one by one, in common use. */
const COMMON = 'lahrtnisvcR';
const MAX_LETTERS = 5;

/** Characters of plain words, which no shell treats specially. */
const WORD = '\\w./:@%,=+-';

/** Regular expressions of whole lines. Gemini splits a line and asks about each part, once a rule matches the whole. */
function writeGemini({ commands }: SayableCommands): RuleFile {
  const parts = commands
    .map((command) => linePattern(command, GEMINI, MAX_GEMINI))
    .filter(({ length }) => length <= MAX_GEMINI);
  // A quoted separator does not split, so the parts would not be checked.
  const joined = `(?!\\w+=)(?!${GEMINI.any}[ ;|&]\\w+=)(?=${GEMINI.any}(?:[|;]|&&))(?!${GEMINI.any}[^&]&[^&])(?!${GEMINI.any}&&&)${texts(GEMINI, `[ |;&${WORD}]*`, '|;&')}"\\0`;
  const rule = (pattern: string, decision: string, priority: number): string =>
    [
      '[[rule]]',
      'toolName = "run_shell_command"',
      `commandRegex = '''${pattern}'''`,
      `decision = "${decision}"`,
      `priority = ${priority}`,
      '',
    ].join('\n');
  // Without the last rule, its own list of safe programs allows lines that it reads differently from bash.
  const rules = [...[...parts, joined].map((pattern) => rule(pattern, 'allow', 100)), rule('.?', 'ask_user', 1)];
  const text = `# ${ABOUT}\n\n${rules.join('\n')}`;
  return { text, place: '~/.gemini/policies/atip.toml', commands: parts.length };
}

/** Gemini CLI refuses longer expressions, and those with repeated groups. */
const MAX_GEMINI = 2020;

/** Regular expressions of each part of a line. Redirects are not part of it, so another rule asks about them. */
function writeVsCode({ commands }: SayableCommands): RuleFile {
  const allowed = commands.map(
    (command) => [`/^${linePattern(command, VSCODE, MAX_VSCODE).replaceAll('/', '\\/')}/`, true] as const,
  );
  const nowhere = '(?! ?\\/dev\\/null(?:[\\s;|&)]|$))(?!&[12](?:[\\s;|&)]|$))';
  const redirects = [`/<|>${nowhere}/`, { approve: false, matchCommandLine: true }] as const;
  const rules = Object.fromEntries([redirects, ...allowed]);
  return {
    text: `${JSON.stringify({ 'chat.tools.terminal.autoApprove': rules }, null, 2)}\n`,
    place: 'settings.json of VS Code',
    commands: commands.length,
  };
}

const MAX_VSCODE = 8000;

/** The form of a line in the text that an expression is matched against. */
interface Script {
  /** Anything up to the end of the line. */
  readonly any: string;
  readonly end: string;
  /** Begins and ends a text in double quotes. */
  readonly double: string;
}

/** Gemini CLI has the line in JSON, between NULs: `\0"command":"git status"\0`. */
const GEMINI: Script = { any: '[^\\0]*', end: '"\\0', double: '\\\\"' };
const VSCODE: Script = { any: '.*', end: '$', double: '"' };

/**
 * Characters with quoted texts between them, each a word of its own. Written out, because no group may repeat. @param
 * without characters not allowed in a text
 */
function texts(script: Script, signs: string, without = ''): string {
  return signs + `(?: ${textIn(script, without)}(?= |${script.end})|)${signs}`.repeat(MAX_TEXTS);
}

function textIn({ double }: Script, without = ''): string {
  const inner = `[^'"\\\\$\`!\\n\\r${without}]*`;
  return `(?:'${inner}'|${double}${inner}${double})`;
}

const MAX_TEXTS = 2;

/** The pattern of a command's complete lines, with as many flags as fit. */
function linePattern(command: SayableCommand, script: Script, room: number): string {
  const { words, bare, args, avoid, quotes, argsFirst } = command;
  const { any, end } = script;
  const edge = `(?: |${end})`;
  const prefix = words.join(' ').replaceAll(/[.+]/g, '\\$&');
  const signs = `[ ${WORD}]*`;
  const rest = [
    // Each word begins like a plain one, or is a flag; a quoted text does not begin like a flag.
    `(?!${any} [^-\\w./${quotes ? '\'"\\\\' : ''}])`,
    quotes ? `(?!${any}['"][-+])` : '',
    bare ? '' : `(?=${any} [^- ])`,
    args === Infinity ? '' : `(?!${`${any} [^- ]`.repeat(args + 1)})`,
    avoid.length === 0 ? '' : `(?!${any} ['"\\\\]*(?:${avoid.map(globPattern).join('|')})(?:['"\\\\ ]|${end}))`,
    quotes ? texts(script, signs) : signs,
    end,
  ].join('');
  const left = room - prefix.length - rest.length;
  // Flags are more useful than texts.
  if (quotes && left < room / 3) return linePattern({ ...command, quotes: false }, script, room);
  const { options, spaced } = flagPattern(command, script, left);
  // After the first flag a word is the value of that flag.
  const order = argsFirst ? `(?!${any} -${any}(?<! -(?:${spaced.join('|')})) [^- ])` : '';
  const flags = options === '' ? `(?!${any} -)` : `(?!${any} -(?!(?:${options})${edge}))`;
  return `${prefix}(?=${edge.slice(3)}${flags}${order}${rest}`;
}

/** The possible texts after the dash of a flag, and the flags whose value is the next word. */
function flagPattern(command: SayableCommand, script: Script, room: number) {
  const { args, bare, letters, quotes } = command;
  const value = `[\\w./][${WORD}]*`;
  // If plain words are counted or required, a value would be counted as one.
  const isFree = args === Infinity && bare;
  const own = isFree ? command.spaced : [];
  const isText = (flag: string): boolean => quotes && command.texts.includes(flag);
  const groups = [
    { flags: command.flags, tail: '' },
    { flags: own.filter(isText), tail: ` (?:${value}|${textIn(script)})` },
    { flags: own.filter((flag) => !isText(flag)), tail: ` ${value}` },
    { flags: command.valued, tail: `=[${WORD}]*` },
  ];
  const together = letters === '' ? '' : `[${letters}]+`;
  let left = room - together.length - FRAME;
  const fitting = groups.map(({ flags, tail }) => {
    // Short ones first, because more of them fit.
    const names = flags.map((flag) => flag.slice(1)).sort((one, other) => one.length - other.length);
    const fits = names.filter((name, at) => {
      const cost = (name.length + 1) * (command.argsFirst ? 2 : 1) + (at === 0 ? tail.length + 5 : 0);
      const isThere = cost <= left;
      if (isThere) left -= cost;
      return isThere;
    });
    return { names: fits, tail };
  });
  const options = [
    ...(together === '' || left < 0 ? [] : [together]),
    ...fitting.flatMap(({ names, tail }) => (names.length === 0 ? [] : [`(?:${names.join('|')})${tail}`])),
  ];
  return { options: options.join('|'), spaced: [...(fitting[1]?.names ?? []), ...(fitting[2]?.names ?? [])] };
}

/** Most characters around the flags. */
const FRAME = 140;

/**
 * Its rules see each command separately. They do not see the redirect of a group, as in `(ls) > ~/.bashrc`, so no rule
 * may allow a command.
 */
function writeOpencode(): RuleFile {
  const text = `${JSON.stringify({ permission: { bash: { '*': 'ask' } } }, null, 2)}\n`;
  return { text, place: '~/.config/opencode/opencode.json', commands: 0 };
}
