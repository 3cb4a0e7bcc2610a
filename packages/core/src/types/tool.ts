export type AtipFeature = 'partial-discovery' | 'interactive-effects' | 'trust-v1' | 'patterns-v1';

/** `"0.3"`, the form of versions before 0.4, or the object that came with 0.4. */
export type AtipVersion =
  | string
  | {
      version: string;
      features?: AtipFeature[];
      minAgentVersion?: string;
    };

/**
 * How this tool wants its command line written; the ATIP RFC is silent here, so these are extensions.
 * A command overrides its tool.
 */
export interface ArgvHints {
  /** Absent: `equals` for flags that start with two dashes, `space` for the others. */
  'x-value-style'?: ValueStyle;
  /** True: the tool takes everything after `--` as positional. Absent: not known, so `--` is not sent. */
  'x-end-of-options'?: boolean;
}

/** A node of the command tree. @see ATIP 0.3 §3.3 */
export interface AtipCommand extends ArgvHints {
  description: string;
  arguments?: AtipArgument[];
  options?: AtipOption[];
  commands?: Record<string, AtipCommand>;
  effects?: AtipEffects;
  examples?: string[];
  /** Other names that its program takes for it. Our extension. */
  'x-aliases'?: string[];
  /** True: still works, but the tool's author advises against it, or does not show it. Our extension. */
  'x-deprecated'?: boolean;
  /** How many commands below this node an excerpt or an override leaves out. With it a node without subcommands is no command. */
  'x-omitted-commands'?: number;
  /** True: the first word may be flags without a dash, as in `tar xzf FILE` and `ps aux`. */
  'x-old-flags'?: boolean;
  /** Words that stand alone and belong to no parameter, such as `["(", ")", "!"]` of find. */
  'x-syntax'?: string[];
  /** True: its arguments stand before its own options, as in `find . -name x`; global options stand before both. */
  'x-arguments-first'?: boolean;
  /** Says that it reads its standard input, to the end, before or while it works. Our extension. */
  'x-stdin'?: StdinInput;
}

/** The standard input of a command. A text that is given there changes effects as a parameter does. */
export interface StdinInput extends Pick<AtipArgument, 'x-effects' | 'x-mode' | 'x-values'> {
  /** The kind of text that it reads there, for models, such as `JSON`. */
  description?: string;
  /** Names of parameters with which it is not read, such as `["file"]`; a value `-` of them means it. */
  unless?: string[];
}

/** @see ATIP 0.3 §3.8 */
export interface AtipAuthentication {
  required?: boolean;
  methods?: {
    type: 'token' | 'oauth' | 'api-key' | 'password' | 'certificate';
    envVar?: string;
    description?: string;
    setupCommand?: string;
  }[];
  checkCommand?: string;
}

/** @see ATIP 0.3 §3.9 */
export interface AtipPattern {
  name: string;
  description: string;
  steps: { command: string; description?: string }[];
  variables?: Record<string, { type: string; description: string }>;
  tags?: string[];
  executable?: boolean;
}

/** An executable's ATIP document. @see ATIP 0.3 §3.2 */
export interface AtipTool extends ArgvHints {
  atip: AtipVersion;
  name: string;
  version: string;
  description: string;
  homepage?: string;
  trust?: AtipTrust;
  commands?: Record<string, AtipCommand>;
  globalOptions?: AtipOption[];
  authentication?: AtipAuthentication;
  effects?: AtipEffects;
  patterns?: AtipPattern[];
  /** True when this is an excerpt of a larger document. @see ATIP 0.3 §3.1.1 */
  partial?: boolean;
  filter?: { commands?: string[] | null; depth?: number | null };
  totalCommands?: number;
  includedCommands?: number;
  omitted?: {
    reason: 'filtered' | 'depth-limited' | 'size-limited' | 'deprecated';
    safetyAssumption: 'unknown' | 'known-safe' | 'known-unsafe' | 'same-as-included';
  };
  /** The source of a description by `atip describe`: `commander 14.0.3, its own program object`, `12 help texts`. Our extension. */
  'x-described-by'?: string;
  /** True: its commands are the tools of an MCP server, which is no program with a command line. Our extension. */
  'x-mcp'?: boolean;
  /**
   * True: its program takes the arguments of a call as one JSON object on standard input, and no command line: a canonical tool, which
   * answers `--schema`. Our extension.
   */
  'x-json-input'?: boolean;
  /**
   * The program's own settings in the home directory, such as `["~/.gitconfig", "~/.config/git"]`: a sandbox shows them although
   * the home is closed. Never credentials. Counts only where the document may reassure, see `mayReassure`. Our extension.
   */
  'x-reads'?: string[];
  /**
   * Where the program keeps what it can fetch or make again, such as `["~/.npm"]`: a sandbox gives it an empty directory there that
   * no other tool has. `~/.cache` is one for every program. Counts only where the document may reassure. Our extension.
   */
  'x-caches'?: string[];
  /**
   * Where the program keeps a login: places such as `"~/.config/gh"`, `".env"` for the files of that kind in the working
   * directory, `"ssh-agent"` for the agent's socket. Nothing of it reaches the program until a person grants it. Our extension.
   */
  'x-credentials'?: string[];
}

/** Where metadata comes from, most trusted first. @see ATIP 0.3 §3.2.2 */
export type TrustSource = 'native' | 'vendor' | 'org' | 'community' | 'user' | 'inferred';

export interface AtipTrust {
  source: TrustSource;
  verified?: boolean;
  checksum?: string;
  signedBy?: string;
  attestation?: string;
}

/** An invocable leaf of a tool's command tree. */
export interface FlatCommand {
  /** Its name for providers, for example `"gh_pr_create"`: at most 64 characters, unique in its tool. */
  readonly name: string;
  readonly tool: AtipTool;
  /** Keys from the root to the leaf, without the empty key; `[]` is the tool itself. */
  readonly path: readonly string[];
  /** JSON Pointer of the command in its document. */
  readonly pointer: string;
  readonly metadata: AtipCommand;
  /** Merged over the tool, each group and the leaf. */
  readonly effects: AtipEffects;
}

/** A compiled name resolved back to the command it stands for. */
export interface CommandMapping {
  /** Executable name and subcommands, for example `["gh", "pr", "create"]`. */
  readonly command: readonly string[];
  readonly metadata: AtipCommand;
  readonly tool: AtipTool;
  readonly path: readonly string[];
  readonly effects: AtipEffects;
}

export type StdinUse = 'none' | 'optional' | 'required' | 'password';
export type CostEstimate = 'free' | 'low' | 'medium' | 'high';

/** The effects of running a command. An absent field means *unknown*, never `false`. @see ATIP 0.3 §3.6 */
export interface AtipEffects {
  filesystem?: { read?: boolean; write?: boolean; delete?: boolean; paths?: string[] };
  network?: boolean;
  subprocess?: boolean;
  idempotent?: boolean;
  reversible?: boolean;
  destructive?: boolean;
  creates?: string[];
  modifies?: string[];
  deletes?: string[];
  interactive?: { stdin?: StdinUse; prompts?: boolean; tty?: boolean };
  cost?: { estimate?: CostEstimate; billable?: boolean };
  /** `typical`: free text such as `"1-5s"`. `timeout`: a number with a unit, such as `"60s"` or `"5m"`. */
  duration?: { typical?: string; timeout?: string };
  /**
   * Who chooses the program, library or code that is run. `call`: the call names it, or a configuration that can name one.
   * `project`: files of the project, or its configuration, do. Absent beside `subprocess: true`: `project`.
   */
  'x-runs'?: 'project' | 'call';
  /** `given`: what the call names leaves this machine. `none`: nothing does. */
  'x-sends'?: 'none' | 'given';
  /** The output has a secret in it. */
  'x-reveals'?: 'credentials';
  /** It acts with the rights of the machine's administrator. */
  'x-privilege'?: 'root';
  /** Why these effects are stated, in a sentence for people. */
  'x-why'?: string;
}

/** Effects that hold when a parameter is given, unless one of some others is given too. */
export interface ConditionalEffects extends AtipEffects {
  /** Names or flags of other parameters of the command. */
  unless?: string[];
  /** The kind of deed by which rules of a policy name it, such as `force`; the same word for every option and value of that kind. */
  'x-kind'?: string;
}

/** The effects of a parameter's value. */
export interface ValueEffects {
  /**
   * Glob over the whole value: `*`, `?`, `[a-z]`, `[!x]`, and `?(…)`, `*(…)`, `+(…)`, `@(…|…)` as in bash; `\\` takes the next
   * character as it is. Upper and lower case differ.
   */
  match: string;
  /** Merged into the command's effects: only adds harm. */
  effects?: ConditionalEffects;
  /** As `x-mode`; of a list each item has to have one. */
  mode?: ConditionalEffects;
}

/** @see ATIP 0.3 §3.7 */
export type AtipParamType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'file'
  | 'directory'
  | 'url'
  | 'enum'
  | 'array';

/** A positional value. @see ATIP 0.3 §3.4 */
export interface AtipArgument {
  name: string;
  type: AtipParamType;
  description: string;
  /** Absent: required. */
  required?: boolean;
  default?: unknown;
  /** Takes one or more values. Absent: exactly one. */
  variadic?: boolean;
  enum?: (string | number)[];
  /** True: still works, but the tool's author advises against it. */
  'x-deprecated'?: boolean;
  /** True: the program takes `@name` for what is in the file of that name, so no value may start with `@`. */
  'x-at-file'?: boolean;
  /** With type `url`: the only schemes of it, such as `["https"]`. Absent: any but `file`. */
  'x-schemes'?: string[];
  /** True: the value may have no line break, for example since the program writes it into a header. */
  'x-one-line'?: boolean;
  /** True: a value may start with `+`, as for `date +%F`. Absent: the program could take it for an option, as vim does. */
  'x-plus'?: boolean;
  /** Holds besides the command's effects when a call gives this. Only adds harm; what cannot be read counts as all harm. */
  'x-effects'?: ConditionalEffects;
  /**
   * Replaces the command's own effects when a call gives this, as `--list` of `git branch` does; of two modes the worse of
   * both holds. Only where the document may reassure, see `mayReassure`.
   */
  'x-mode'?: ConditionalEffects;
  /** Effects by value: the first that matches holds, for each item of a list. */
  'x-values'?: ValueEffects[];
  /** True: its words are a command line of their own, as in `sudo CMD` and `find -exec CMD ;`. */
  'x-command'?: boolean;
  /** True: from its first word on nothing is an option any more, as in `timeout 5 CMD -x`. A list before it takes only `NAME=value`. */
  'x-rest'?: boolean;
}

/** A flagged value. @see ATIP 0.3 §3.5 */
export interface AtipOption extends Omit<AtipArgument, 'variadic' | 'x-plus' | 'x-rest'> {
  /** Every spelling, for example `["-o", "--output"]`. */
  flags: string[];
  /** Absent: optional. */
  required?: boolean;
  /** Environment variable that gives the value where the command line does not. It never comes from a model. */
  envVar?: string;
  /** Flags of other options that cannot be given together with this one. */
  'x-exclusive'?: string[];
  /** Flags of other options that have to be given together with this one. */
  'x-depends'?: string[];
  /** True, with type `string`: the text is a value written as JSON. */
  'x-json'?: boolean;
  /** True, with type `integer`: the flag takes no value and is repeated as often as the number says, 0 to 20 times. */
  'x-count'?: boolean;
  /** With type `array`: all items are one value, joined by this, as in `--label=a,b`. Absent: the flag repeats. */
  'x-list-separator'?: string;
  /** How a value follows its flag: `equals` is `--name=value` as one element, `space` is two, `attached` is `-nvalue`. Absent: inherited. */
  'x-value-style'?: ValueStyle;
  /** True: the flag may stand alone, and a value is only written right behind it: `--color[=WHEN]`, `-i[SUFFIX]`. */
  'x-optional-value'?: boolean;
  /** True: a value in a word of its own may start with `-`, as in `find -perm -u+x`: the program takes the next word, whatever it is. */
  'x-dash'?: boolean;
  /** True, with type `enum`, or `array` and an `enum`: each value is one of the flags, which stands alone, as `-9` of gzip. */
  'x-choice'?: boolean;
  /** With type `array`: the flag takes so many words, as 2 in `jq --arg NAME VALUE`; with twice as many items it stands twice. */
  'x-words'?: number;
  /** Of a global option: the group that alone takes it, behind whose word it stands: `compose` of `docker compose -f FILE up`. */
  'x-behind'?: string;
  /** True, with type `integer`: the number may also be the flag, as in `head -5`. */
  'x-number-flag'?: boolean;
  /**
   * Words that end the value, which is all words before them: `[";", "+"]` of `find -exec`. Empty: the next option does. With an
   * empty word among them the end of the line does as well.
   */
  'x-until'?: string[];
}

/** With `attached` a flag of two dashes is written as with `equals`. */
export type ValueStyle = 'equals' | 'space' | 'attached';
