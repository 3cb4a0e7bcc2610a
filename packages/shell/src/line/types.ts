import type { AtipEffects, CommandMapping, Decision, PolicyPart, ValidCheck } from '@atip/core';

/** A word of a command, without quotes and escapes. */
export type Word = KnownWord | OpenWord;

export interface KnownWord {
  readonly text: string;
  readonly unknown?: undefined;
  /** Its place in the line. Absent: it is in another text, such as the script of `bash -c`. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** A word that is only known when the line runs. */
export interface OpenWord {
  readonly unknown: true;
  /** As written. */
  readonly text: string;
  readonly reason: UnknownReason;
  /** The known beginning of its value: `--output=` of `--output=$X`. Empty: it may begin with anything, even `-`. */
  readonly prefix: string;
  /** True: the prefix begins with a `~` or `~user` that the shell replaces. With the reason `tilde` the prefix is the whole value. */
  readonly tilde?: boolean | undefined;
  /** True: it may become several words, or none, as an unquoted `$X`, a glob and `"$@"` do. */
  readonly many: boolean;
  /** All its possible texts, if they are known. With the reason `input` each is made of names that a list has. */
  readonly among?: readonly string[] | undefined;
  /** Of the names that a list has, too many for `among`: those that files of secrets may have. */
  readonly secrets?: readonly string[] | undefined;
  /**
   * Its possible texts, each with its unknown pieces as core's `path-pattern.ts` writes them, `~` for the home directory, and
   * `HERE` for the current one. Absent: what comes after the prefix is unknown.
   */
  readonly patterns?: readonly string[] | undefined;
  /** Its text, if all that is unknown in it are plain paths of directories: `HERE` stands for each. */
  readonly spelled?: string | undefined;
  /** `digits`: only digits, so that it is no option. `signed`: a number. With `many` several, or none. */
  readonly number?: 'digits' | 'signed' | undefined;
  /** `name`: one word, or none, that begins with no dash and has no sign of a glob. `hex`: the number of a commit. */
  readonly plain?: 'name' | 'hex' | undefined;
  /** The same of each of its unknown pieces, whatever is known around them. Neither has a blank or `..`. */
  readonly pieces?: 'name' | 'hex' | undefined;
  /** The signs of all its unknown pieces, each of which may be empty and has no slash. `stamp`: those of dates and of commits' numbers. */
  readonly signs?: Signs | undefined;
  /** The processes of which it has the numbers. */
  readonly ends?: readonly ProcessSource[] | undefined;
  /** Of a word such as `NAME=$X`: the value alone. */
  readonly value?: Word | undefined;
  /**
   * A file or directory that this line makes, where none was, as `mktemp` does. Its end may be added. `true`: had that failed, only
   * the rest of the word would be there.
   */
  readonly made?: true | 'surely' | undefined;
  /** The variables of whose values it may be made. */
  readonly shows?: readonly ShownVariable[] | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** `signed`: with a minus, too. */
export type Signs = 'digits' | 'signed' | 'stamp';

/** Running processes, as a command or a number names them. */
export type ProcessSource =
  /** Jobs of the line, and its own shell. */
  | { readonly by: 'line'; readonly isJob?: boolean | undefined }
  | { readonly by: 'number'; readonly number: number }
  | { readonly by: 'group'; readonly number: number }
  /** `names`: the program's names are compared; `line`: its whole command line. */
  | { readonly by: 'name'; readonly pattern: string; readonly of: 'names' | 'line'; readonly ignoresCase: boolean }
  | {
      readonly by: 'port';
      readonly port: number;
      readonly protocol: 'tcp' | 'udp' | 'any';
      /** `any`: of a client, too. */
      readonly side: 'listening' | 'local' | 'any';
    }
  /** The numbers in a file. */
  | { readonly by: 'file'; readonly file: Word };

export interface ShownVariable {
  /** `@`: an argument of the shell or of a function. `!`: a variable of any name. */
  readonly name: string;
  /** True: the line has certainly given it a value before. */
  readonly isOwn: boolean;
}

/** `input`: words that a wrapper such as `xargs` reads while it runs. */
export type UnknownReason = 'variable' | 'substitution' | 'glob' | 'arithmetic' | 'tilde' | 'input';

export interface Redirect {
  readonly operator: '>' | '>>' | '>|' | '<' | '<>' | '<&' | '>&' | '&>' | '&>>' | '<<' | '<<<';
  /** Absent: the operator's own. */
  readonly fd?: number | undefined;
  /** A file, a file descriptor behind `>&` and `<&`, or the text of a here-document or here-string. */
  readonly target: Word;
}

export interface LineAssignment {
  readonly name: string;
  /** Absent: an array. */
  readonly value?: Word | undefined;
}

/** One command that bash may start for a line, without its wrappers: of `sudo -u x git status` it is `git status`. */
export interface LinePart {
  /** UTF-16 offsets in the line; for a text such as a script, those of the word that contains it. */
  readonly start: number;
  readonly end: number;
  /** The program first. Empty: assignments or redirects alone. */
  readonly words: readonly Word[];
  /**
   * The program as written, `git` or `/usr/bin/git`. Absent: it is only known when the line runs, or there is no
   * program.
   */
  readonly program?: string | undefined;
  /**
   * `nothing`: only assignments or redirects. `function`: one that the line defines, whose commands are parts of their
   * own.
   */
  readonly kind: 'program' | 'builtin' | 'function' | 'nothing';
  /** Wrappers, outermost first: `["sudo", "xargs"]`. */
  readonly through: readonly string[];
  /** Effects that the wrappers add: root of `sudo`, network of `ssh`. */
  readonly added?: AtipEffects | undefined;
  readonly redirects: readonly Redirect[];
  readonly assignments: readonly LineAssignment[];
  /** True: its standard input is no terminal: a pipe, a file, or a text of the line. */
  readonly piped?: boolean | undefined;
  /** A sentence about the code that it runs from there. */
  readonly runsInput?: string | undefined;
  /** True: the line says what comes there, as in `echo x |` and `<<< x`. */
  readonly inputIsFixed?: boolean | undefined;
  /** The text behind it that its shell reads from the same standard input: of a script, or lines for a loop. Absent: its input is another one. */
  readonly rest?: { readonly of: 'script' | 'lines'; readonly text: string } | undefined;
  /** True: the shell does not wait for it. */
  readonly background: boolean;
  readonly from: 'line' | 'substitution' | 'script' | 'heredoc';
  /** Its directory: those that `cd` named before it, outermost first. Absent: the line's. */
  readonly directories?: readonly Word[] | undefined;
  /** Other possible directories, in the same form, if a `cd` before it fails or does not run. Absent: none. */
  readonly elsewhere?: readonly (readonly Word[])[] | undefined;
  /**
   * True: all commands that its own options start, such as `-exec` of find, are parts of the line, which have their
   * effects.
   */
  readonly isOpened?: boolean | undefined;
  /**
   * The container in which it runs: of a service that a compose file describes, or one of which only the name is known. Absent: it
   * runs on this machine, or on one that is reached through a network.
   */
  readonly remote?: Container | undefined;
  /** The container in which it starts the part behind it. */
  readonly enters?: Container | undefined;
  /** The runner of packages that starts it, or one around that. Absent: none. */
  readonly runner?: Runner | undefined;
  /** The words from here on are those of another part, which this runner starts. */
  readonly innerFrom?: number | undefined;
  /** The awk, sed or jq program in its words, or its snippet, as far as it was read. Absent: none. */
  readonly code?: CodeReading | undefined;
  /** Code that only a reader of its language can read, which lines seldom need. Absent: none. */
  readonly snippet?: Snippet | undefined;
  /** The file from which it takes its code or its input, as the line has just written it. */
  readonly given?: WrittenText | undefined;
  /** Variables whose values the shell itself prints here: in an error, in a menu, or as a trace of what it runs. */
  readonly prints?: readonly ShownVariable[] | undefined;
}

/** A file that a line writes, with all that is in it. */
export interface WrittenText {
  /** As written. */
  readonly path: string;
  readonly text: string;
  /** True: what takes it only runs if it was written. */
  readonly isSure: boolean;
}

export type Container = 'service' | 'container';

/** Code for Python, JavaScript, Perl, Ruby or PHP that a line has in its words, or gives to an interpreter's standard input. */
export interface Snippet {
  readonly language: 'python' | 'javascript' | 'perl' | 'ruby' | 'php';
  readonly text: string;
  /** Its arguments, as in `sys.argv`. */
  readonly args: readonly Word[];
}

/** A program for awk, sed or jq, or a snippet, read. */
export interface CodeReading {
  readonly language: 'awk' | 'sed' | 'jq' | Snippet['language'];
  /** True: it starts no program, loads no file of code, and was read completely. */
  readonly isHarmless: boolean;
  /** Why it is not, to complete "The awk program …": `runs a command`. */
  readonly reason?: string | undefined;
  /** True: it reads the variables of its process. */
  readonly readsEnvironment?: boolean | undefined;
  /** Files that it writes or reads by itself; their unknown pieces as core's `path-pattern.ts` writes them. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  /** The modules that a snippet imports. */
  readonly imports?: readonly CodeImport[] | undefined;
  /** Directories that a snippet adds to those in which modules are looked for. */
  readonly paths?: readonly string[] | undefined;
  /** Where the modules that it imports are, absolute, without those that come with the language. */
  readonly loads?: readonly string[] | undefined;
}

/** A module, as the code names it. `calls`: the code calls what is in it. `standard`: it comes with the language. */
export interface CodeImport {
  /** `json`, `src.parser:parse`, `./dist/index.js`. */
  readonly name: string;
  readonly use: 'standard' | 'names' | 'calls';
}

/** A place in a line where bash's behaviour is unclear. */
export interface LineIssue {
  readonly code: LineIssueCode;
  /** A sentence. */
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** The code that nobody has read yet. Absent: the issue is not about such code. */
  readonly snippet?: Snippet | undefined;
}

export type LineIssueCode =
  /** Not text, or nothing in it. */
  | 'NO_LINE'
  /** bash cannot read the text, or it ends too early. */
  | 'SYNTAX'
  /** Longer or nested deeper than the limit. */
  | 'TOO_LARGE'
  /** The caller's time for it was over. */
  | 'TOO_SLOW'
  /** Written for another shell: fish, PowerShell, cmd. */
  | 'OTHER_SHELL'
  /** The program is only known when the line runs. */
  | 'UNKNOWN_PROGRAM'
  /** Code that is only known when the line runs, or that is not read: `eval "$X"`, `source FILE`. */
  | 'UNKNOWN_CODE'
  /** An assignment that changes which programs run: `PATH=`, `LD_PRELOAD=`. */
  | 'CHANGES_PROGRAMS'
  /** A construct or an option of a wrapper that the reader does not know. */
  | 'UNREAD';

/**
 * The commands that bash may start for a line, as far as they can be known. With an issue, bash may start more than the
 * parts.
 */
export interface LineReading {
  readonly text: string;
  /** In the order of the text. */
  readonly parts: readonly LinePart[];
  readonly issues: readonly LineIssue[];
  /** Names of the variables to which the line gives values. Absent: unknown. */
  readonly assigns?: readonly string[] | undefined;
  /** It lists names for other commands, which parts that begin before this place may change. Absent: it lists none. */
  readonly listedUntil?: number | undefined;
  /** As the reader was told. */
  readonly isPlainPlace?: boolean | undefined;
  /** Absent: the line assigns none. */
  readonly variables?: VariableReading | undefined;
}

export interface VariableReading {
  /** Those that its programs get, with each value. */
  readonly exported: readonly LineAssignment[];
  /** By variable, those from whose values it is made somewhere in the line. */
  readonly copies: ReadonlyMap<string, readonly ShownVariable[]>;
}

/** The decision about one part, and why. */
export interface PartCheck extends LinePart {
  readonly decision: Decision;
  /** Sentences. Empty: it is simply allowed. */
  readonly reasons: readonly string[];
  /** The part of the policy that decided. */
  readonly rule?: PolicyPart | undefined;
  /** The document of the program. Absent: none, or it is a builtin. */
  readonly tool?: string | undefined;
  /** Path of the command; `[]` for a tool without subcommands. Absent: no document describes it. */
  readonly command?: readonly string[] | undefined;
  /** Words that the document does not describe. */
  readonly notUnderstood: readonly string[];
  /** The project's files whose code it runs because it names them, absolute. Absent: it names none. */
  readonly files?: readonly string[] | undefined;
  /** True: it runs only installed packages, and none of the project's own sources, as tsc does. */
  readonly runsInstalled?: boolean | undefined;
  /** Effects of the call, raised by unknown words, wrappers and redirects. */
  readonly effects: AtipEffects;
  /**
   * On a runner or a program that enters a container: its call with all words. A program that it starts and that is
   * asked about has the same call here.
   */
  readonly whole?: PartCall | undefined;
  /** Absent: no document has its command. */
  readonly call?: PartCall | undefined;
}

/** The call that a part makes: core's check of it, without what only a run of its own would have. */
export type PartCall = CommandMapping & Pick<ValidCheck, 'arguments'>;

export interface LineCheck {
  readonly decision: Decision;
  /** All objections of parts and issues, each once, strictest first. */
  readonly reasons: readonly string[];
  readonly parts: readonly PartCheck[];
  /** Known files that redirects write or read. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  /** Absolute places into which the line puts files from elsewhere: clones, downloads, unpacked archives. */
  readonly fetched: readonly string[];
  /** True: a part may reach the network. */
  readonly network: boolean;
  readonly problems: readonly LineIssue[];
}

/** A program that starts programs of packages, such as npx. */
export interface Runner {
  /** As people call it: `npx`, `uv run`. */
  readonly title: string;
  readonly packages: PackageKind;
  /**
   * How it treats a program that the project does not hold. `path`: starts the one on the PATH. `nothing`: its words
   * are a script, or a command of its own. `always downloads`: it never takes the project's.
   */
  readonly otherwise: 'downloads' | 'path' | 'nothing' | 'always downloads';
  /** The package that has the program, with its version where that is given. Empty: nobody knows which. */
  readonly package?: string | undefined;
  /** An option with which it takes what no lock file names. */
  readonly brings?: string | undefined;
  /** An option with which it works in other projects of the workspace. */
  readonly spreads?: string | undefined;
  /** The directory of its project. */
  readonly place?: Word | undefined;
}

export type PackageKind = 'node' | 'python' | 'ruby' | 'php' | 'go';
