/** The features that the versions up to 0.6 define. */
export type AtipFeature =
  | 'partial-discovery'
  | 'interactive-effects'
  | 'trust-v1'
  | 'patterns-v1'
  | 'trust-integrity'
  | 'trust-provenance'
  | 'content-addressable';

/** `"0.3"`, the form before version 0.4, or the object since 0.4. */
export type AtipVersion =
  | string
  | {
      version: string;
      /** Each an `AtipFeature`, or one of a later version. */
      features?: string[];
      minAgentVersion?: string;
    };

/**
 * The spelling of this tool's command line. The ATIP RFC does not define this, so these are extensions. A command
 * overrides its tool.
 */
export interface ArgvHints {
  /** Absent: `equals` for flags that start with two dashes, `space` for the others. */
  'x-value-style'?: ValueStyle;
  /** True: the tool reads everything after `--` as positional. Absent: unknown, so `--` is not sent. */
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
  /** Other names that the program accepts for it. Our extension. */
  'x-aliases'?: string[];
  /** True: still works, but the tool's author advises against it, or hides it. Our extension. */
  'x-deprecated'?: boolean;
  /** Further words for a search, with blanks between; models do not get them. Our extension. */
  'x-keywords'?: string;
  /** True: people use it daily. Where there is no room for all commands, these are offered. Our extension. */
  'x-everyday'?: boolean;
  /**
   * Number of commands below this node that an excerpt or an override omits. With it a node without subcommands is not
   * a command.
   */
  'x-omitted-commands'?: number;
  /** True: the first word may be flags without a dash, as in `tar xzf FILE` and `ps aux`. */
  'x-old-flags'?: boolean;
  /** Words that belong to no parameter, such as `["(", ")", "!"]` of find. */
  'x-syntax'?: string[];
  /**
   * True: its arguments come before its own options, as in `find . -name x`; global options come before both. A number:
   * only that many arguments do, as in `git bundle create FILE --all main`.
   */
  'x-arguments-first'?: boolean | number;
  /** States that the command reads its standard input, to the end, before or during its work. Our extension. */
  'x-stdin'?: StdinInput;
}

/** The standard input of a command. Text given there changes effects like a parameter. */
export interface StdinInput extends Pick<AtipArgument, 'x-effects' | 'x-mode' | 'x-values'> {
  /** The kind of text that it reads, for models, such as `JSON`. */
  description?: string;
  /** Names of parameters that turn reading it off, such as `["file"]`; their value `-` means standard input. */
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
  /** The one executable that the document describes, in documents of a registry. Since 0.6. */
  binary?: AtipBinary;
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
  /**
   * The source of a description by `atip describe`: `commander 14.0.3, its own program object`, `12 help texts`. Our
   * extension.
   */
  'x-described-by'?: string;
  /** True: its commands are the tools of an MCP server, which has no command line. Our extension. */
  'x-mcp'?: boolean;
  /**
   * True: the compiled names of its commands do not begin with the tool's name, because callers know these functions by
   * their own names. Counts only with `x-mcp`: a program's command could take the name of another's. Our extension.
   */
  'x-own-names'?: boolean;
  /**
   * True: its program takes the arguments of a call as one JSON object on standard input, without a command line: a
   * canonical tool, which answers `--schema`. Our extension.
   */
  'x-json-input'?: boolean;
  /**
   * The program whose subcommands its commands are: `git` of git-extras, whose `summary` is called `git summary`.
   * Absent: they are its own. Our extension.
   */
  'x-plugin-of'?: string;
  /**
   * The program's own settings in the home directory, such as `["~/.gitconfig", "~/.config/git"]`: a sandbox shows them
   * although the home is closed. Never credentials. Counts only where the document may reassure, see `mayReassure`. Our
   * extension.
   */
  'x-reads'?: string[];
  /**
   * The program's caches, such as `["~/.npm"]`: a sandbox puts an empty directory of this program alone there, and at
   * `~/.cache` without an entry. Counts only where the document may reassure. Our extension.
   */
  'x-caches'?: string[];
  /**
   * The origin of the code that its commands start. `system`: programs and settings of this machine. `repository`: also
   * the settings and hooks of the repository around the working directory. Absent: also any file of the project. Counts
   * only where the document may reassure. Our extension.
   */
  'x-code'?: 'system' | 'repository';
  /**
   * True: `help WORD…`, and a group without one of its commands, only print help, as with gh and every program that
   * uses cobra. Counts only where the document may reassure. Our extension.
   */
  'x-help'?: boolean;
  /**
   * The places of the program's login: `"~/.config/gh"` and the like, `".env"` for such files in the working directory,
   * `"ssh-agent"` for the agent's socket. A sandbox shows none of them until a person grants it. Our extension.
   */
  'x-credentials'?: string[];
}

/** The origin of a document, most trusted first. @see ATIP 0.3 §3.2.2 */
export type TrustSource = 'native' | 'vendor' | 'org' | 'community' | 'user' | 'inferred';

/**
 * All of it is a claim: only a host that checks signatures can confirm it. 0.5 removed `checksum`, `signedBy` and
 * `attestation`.
 */
export interface AtipTrust {
  source: TrustSource;
  verified?: boolean;
  /**
   * Since 0.5. `checksum` is the executable's; `signature` covers the executable if `source` is `native`, else the
   * document.
   */
  integrity?: { checksum?: string; signature?: AtipSignature };
  /** Since 0.5. */
  provenance?: {
    url?: string;
    format?: 'slsa-provenance-v1' | 'in-toto';
    /** 0 to 4. */
    slsaLevel?: number;
    builder?: string;
  };
  /** Since 0.5. */
  shimIntegrity?: { signature?: AtipSignature; lastVerified?: string };
  checksum?: string;
  signedBy?: string;
  attestation?: string;
}

/** A signature that a document claims. Since 0.5. */
export interface AtipSignature {
  type?: 'cosign' | 'gpg' | 'minisign';
  /** Subject of the certificate. */
  identity?: string;
  issuer?: string;
  /** URL of the Sigstore bundle. */
  bundle?: string;
}

/** @see AtipTool.binary */
export interface AtipBinary {
  /** `sha256:` and 64 hex digits, in upper or lower case. */
  hash: string;
  name?: string;
  version?: string;
  /** `linux`, `darwin` or `windows`, `-`, and `amd64`, `arm64`, `arm` or `386`. */
  platform?: string;
}

/** A command that can be called: a leaf of a tool's tree. */
export interface FlatCommand {
  /** Its name for providers, for example `"gh_pr_create"`: at most 64 characters, unique in its tool. */
  readonly name: string;
  readonly tool: AtipTool;
  /** Keys from the root to the leaf, without the empty key; `[]` is the tool itself. */
  readonly path: readonly string[];
  /** JSON Pointer of the command in its document. */
  readonly pointer: string;
  readonly metadata: AtipCommand;
  /** Merged effects of the tool, each group and the leaf. */
  readonly effects: AtipEffects;
}

/** The command of a compiled name. */
export interface CommandMapping extends FlatCommand {
  /** Executable name and subcommands, for example `["gh", "pr", "create"]`. */
  readonly command: readonly string[];
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
   * The origin of the program, library or code that is run. `call`: the call names it, or a configuration that can name
   * one. `project`: files of the project, or its configuration. Absent beside `subprocess: true`: `project`.
   */
  'x-runs'?: 'project' | 'call';
  /** `given`: data that the call names leaves this machine. `none`: no data does. */
  'x-sends'?: 'none' | 'given';
  /**
   * `credentials`: the output contains a secret. `environment`: it contains the variables of its process. That counts
   * as `credentials` in a shell line, whose process may have secrets; a call that we run gets none. `none`: it shows no
   * content of files that the call, or this parameter, names. Absent: it may, so a call that names a secret file counts
   * as `credentials`.
   */
  'x-reveals'?: 'none' | 'environment' | 'credentials';
  /**
   * The origin of what it writes. `given`: the call itself, such as a patch or a text. `fetched`: another machine or an
   * archive. `none`: what is here already, moved or in another form. Absent beside writing: `given`, or, if it runs
   * code of the project, the output of that code.
   */
  'x-brings'?: 'none' | 'given' | 'fetched';
  /** It ends or stops running processes, which lose unsaved work. `destructive` is about data that is kept. */
  'x-ends'?: 'processes';
  /** It acts as the machine's administrator. */
  'x-privilege'?: 'root';
  /** Names or flags of the command's parameters: the command destroys only what their values name. */
  'x-loses'?: string[];
  /** The reason for these effects, in a sentence for people. */
  'x-why'?: string;
}

/** Effects that apply when a parameter is given, unless certain others are given too. */
export interface ConditionalEffects extends AtipEffects {
  /** Names or flags of other parameters of the command. `!value`: unless `value` is absent. */
  unless?: string[];
  /**
   * The kind of action by which a policy's rules name it, such as `force`; all options and values of one kind share the
   * word.
   */
  'x-kind'?: string;
  /**
   * True: it destroys only the file at its value, so nothing if there is no such file. The value counts as a path,
   * whatever its type.
   */
  'x-replaces'?: true;
  /**
   * True: its value becomes part of an address, a header or a host name. Text that a shell inserts there is sent away.
   */
  'x-carries'?: true;
  /**
   * True: it runs only the code of the file at its value. If a shell line names a file of the project, that counts as
   * `project`.
   */
  'x-loads'?: true;
}

/** The effects of a parameter's value. */
export interface ValueEffects {
  /**
   * Glob over the whole value: `*`, `?`, `[a-z]`, `[!x]`, and `?(…)`, `*(…)`, `+(…)`, `@(…|…)` as in bash; `\\` escapes
   * the next character. Upper and lower case differ.
   */
  match: string;
  /** Merged into the command's effects: can only add harm. */
  effects?: ConditionalEffects;
  /** Like `x-mode`; every item of a list must have one. */
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
  /**
   * Takes one or more values; the flag of an option is repeated for each, and a switch has none. Absent: exactly one.
   */
  variadic?: boolean;
  enum?: (string | number)[];
  /** True: still works, but the tool's author advises against it. */
  'x-deprecated'?: boolean;
  /**
   * False: models are not offered it; command lines are read with it, and its effects count. True, of a global option:
   * every command offers it. Absent: offered, a global option only where it is required. Our extension.
   */
  'x-offered'?: boolean;
  /** True: the program reads `@name` as the content of the file of that name, so no value may start with `@`. */
  'x-at-file'?: boolean;
  /** With type `url`: the only allowed schemes, such as `["https"]`. Absent: any but `file`. */
  'x-schemes'?: string[];
  /** True: the value may contain no line break, for example because the program writes it into a header. */
  'x-one-line'?: boolean;
  /**
   * True: a value may start with `+`, as for `date +%F`. Absent: the program could read it as an option, as vim does.
   */
  'x-plus'?: boolean;
  /**
   * A glob for values that begin with a dash without being options, such as `-+([rwx])` of `chmod -x`. If the command
   * has a number flag, such a number counts only after an option, as in `kill -9 -1234`. Absent: no such values.
   */
  'x-minus'?: string;
  /**
   * Effects in addition to the command's when a call gives this. Can only add harm; an unreadable value counts as all
   * harm.
   */
  'x-effects'?: ConditionalEffects;
  /**
   * Replaces the command's own effects when a call gives this, like `--list` of `git branch`; of two modes the worse of
   * both counts. Only where the document may reassure, see `mayReassure`.
   */
  'x-mode'?: ConditionalEffects;
  /** Effects by value: the first match applies, for each item of a list. */
  'x-values'?: ValueEffects[];
  /** True: its words are a command line of their own, as in `sudo CMD` and `find -exec CMD ;`. */
  'x-command'?: boolean;
  /**
   * True: after its first word no word is an option, as in `timeout 5 CMD -x`. A list before it takes only
   * `NAME=value`.
   */
  'x-rest'?: boolean;
}

/** A flagged value. @see ATIP 0.3 §3.5 */
export interface AtipOption extends Omit<AtipArgument, 'x-plus' | 'x-minus' | 'x-rest'> {
  /** All spellings, for example `["-o", "--output"]`. */
  flags: string[];
  /** Absent: optional. */
  required?: boolean;
  /** Environment variable with the value if the command line has none. It never comes from a model. */
  envVar?: string;
  /** Flags of options that exclude this one. */
  'x-exclusive'?: string[];
  /** Flags of options that this one requires. */
  'x-depends'?: string[];
  /** True, with type `string`: the text is JSON. */
  'x-json'?: boolean;
  /** True, with type `integer`: the flag has no value and is repeated that many times, 0 to 20. */
  'x-count'?: boolean;
  /** With type `array`: all items form one value, joined by this, as in `--label=a,b`. Absent: the flag repeats. */
  'x-list-separator'?: string;
  /**
   * How a value follows its flag: `equals` is `--name=value` as one element, `space` is two, `attached` is `-nvalue`.
   * Absent: inherited.
   */
  'x-value-style'?: ValueStyle;
  /** True: the flag may come without a value, and a value only directly after it: `--color[=WHEN]`, `-i[SUFFIX]`. */
  'x-optional-value'?: boolean;
  /** True: a separate value may start with `-`, as in `find -perm -u+x`: the program takes any next word. */
  'x-dash'?: boolean;
  /**
   * True, with type `enum`, or `array` and an `enum`: each value is one of the flags, without a value of its own, such
   * as `-9` of gzip.
   */
  'x-choice'?: boolean;
  /**
   * With type `array`: the flag takes this many words, such as 2 in `jq --arg NAME VALUE`; twice as many items repeat
   * it.
   */
  'x-words'?: number;
  /**
   * For a global option: the only group that takes it, after the group's word: `compose` of `docker compose -f FILE
   * up`.
   */
  'x-behind'?: string;
  /** True, with type `integer`: the number itself may be the flag, as in `head -5`. */
  'x-number-flag'?: boolean;
  /**
   * Words that end the value, which is all words before them: `[";", "+"]` of `find -exec`. Empty: the next option ends
   * it. With an empty word among them the end of the line ends it too.
   */
  'x-until'?: string[];
}

/** With `attached` a flag of two dashes is written as with `equals`. */
export type ValueStyle = 'equals' | 'space' | 'attached';
