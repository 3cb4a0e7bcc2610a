import type { AtipEffects, CommandMapping, Decision, PolicyPart, ToolCall } from '@atip/core';

/** A word of a command, quotes and escapes taken off. */
export type Word = KnownWord | UnknownWord;

export interface KnownWord {
  readonly text: string;
  readonly unknown?: undefined;
  /** Where it stands in the line. Absent: another text, such as the script of `bash -c`, has it. */
  readonly start?: number;
  readonly end?: number;
}

/** A word that nobody knows before the line runs. */
export interface UnknownWord {
  readonly unknown: true;
  /** As written. */
  readonly text: string;
  readonly reason: UnknownReason;
  /** The known beginning of its value: `--output=` of `--output=$X`. Empty: it may begin with anything, a `-` included. */
  readonly prefix: string;
  /** True: the prefix begins with a `~` or `~user` that the shell replaces. With the reason `tilde` the prefix is the whole value. */
  readonly tilde?: boolean;
  /** True: it may become several words, or none, as an unquoted `$X`, a glob and `"$@"` do. */
  readonly many: boolean;
  /** Every text that it can be, where those are known. */
  readonly among?: readonly string[];
  /** `digits`: nothing else, so that it is no option. `signed`: a number. Several with `many`, or none. */
  readonly number?: 'digits' | 'signed' | undefined;
  readonly start?: number;
  readonly end?: number;
}

/** `input`: words that a wrapper such as `xargs` reads while it runs. */
export type UnknownReason = 'variable' | 'substitution' | 'glob' | 'arithmetic' | 'tilde' | 'input';

export interface Redirect {
  readonly operator: '>' | '>>' | '>|' | '<' | '<>' | '<&' | '>&' | '&>' | '&>>' | '<<' | '<<<';
  /** Absent: the operator's own. */
  readonly fd?: number;
  /** A file, a file descriptor behind `>&` and `<&`, or the text of a here-document or here-string. */
  readonly target: Word;
}

export interface LineAssignment {
  readonly name: string;
  /** Absent: an array. */
  readonly value?: Word;
}

/** One command that bash may start for a line. Wrappers are taken off: of `sudo -u x git status` it is `git status`. */
export interface LinePart {
  /** UTF-16 offsets in the line; of the word that holds it where it comes from another text, such as a script. */
  readonly start: number;
  readonly end: number;
  /** The program first. Empty: assignments or redirects alone. */
  readonly words: readonly Word[];
  /** The program as written, `git` or `/usr/bin/git`. Absent: nobody knows it before the line runs, or there is none. */
  readonly program?: string;
  /** `nothing`: assignments or redirects alone. `function`: one that the line defines, whose commands are parts of their own. */
  readonly kind: 'program' | 'builtin' | 'function' | 'nothing';
  /** Wrappers, outermost first: `["sudo", "xargs"]`. */
  readonly through: readonly string[];
  /** Effects that the wrappers add: root of `sudo`, network of `ssh`. */
  readonly added?: AtipEffects;
  readonly redirects: readonly Redirect[];
  readonly assignments: readonly LineAssignment[];
  /** True: its standard input is no terminal: a pipe, a file, or a text of the line. */
  readonly piped?: boolean;
  /** True: the shell does not wait for it. */
  readonly background: boolean;
  readonly from: 'line' | 'substitution' | 'script' | 'heredoc';
  /** Where it runs: directories that `cd` named before it, outermost first. Absent: where the line does. */
  readonly directories?: readonly Word[];
  /** Other places where it runs instead, in the same form, if a `cd` before it fails or is left out. Absent: none. */
  readonly elsewhere?: readonly (readonly Word[])[];
  /** True: all that its own options start, such as `-exec` of find, are parts of the line, so that their effects count there. */
  readonly isOpened?: boolean;
  /** The program in its words, of awk, sed or jq, as far as it was read. Absent: it has none. */
  readonly code?: CodeReading;
}

/** A program for awk, sed or jq, read. */
export interface CodeReading {
  readonly language: 'awk' | 'sed' | 'jq';
  /** True: it starts no program, loads no file of code and nothing in it was not understood. */
  readonly isHarmless: boolean;
  /** Why it is not, to complete "The awk program …": `runs a command`. */
  readonly reason?: string;
  /** Files that it writes or reads by itself. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** A place in a line where nobody can say what bash does. */
export interface LineIssue {
  readonly code: LineIssueCode;
  /** A sentence. */
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export type LineIssueCode =
  /** Not text, or nothing in it. */
  | 'NO_LINE'
  /** The text is no shell line as bash reads it, or ends too early. */
  | 'SYNTAX'
  /** Longer or nested deeper than is read. */
  | 'TOO_LARGE'
  /** Written for another shell: fish, PowerShell, cmd. */
  | 'OTHER_SHELL'
  /** The program to start is not known before the line runs. */
  | 'UNKNOWN_PROGRAM'
  /** Code that is not known before the line runs, or that is not read: `eval "$X"`, `source FILE`. */
  | 'UNKNOWN_CODE'
  /** An assignment that changes which programs run: `PATH=`, `LD_PRELOAD=`. */
  | 'CHANGES_PROGRAMS'
  /** A construct or an option of a wrapper that the reader does not know. */
  | 'UNREAD';

/** What bash may start for a line, as far as it can be known. With an issue, bash may start more than the parts. */
export interface LineReading {
  /** In the order of the text. */
  readonly parts: readonly LinePart[];
  readonly issues: readonly LineIssue[];
}

/** The decision about one part, and why. */
export interface PartCheck extends LinePart {
  readonly decision: Decision;
  /** Sentences. Empty: it is simply allowed. */
  readonly reasons: readonly string[];
  /** The part of the policy that decided. */
  readonly rule?: PolicyPart;
  /** The document that describes the program. Absent: nobody does, or it is a builtin. */
  readonly tool?: string;
  /** Path of the command; `[]` for a tool without subcommands. Absent: nobody describes it. */
  readonly command?: readonly string[];
  /** True: nobody has judged what the document says, so that it only adds reasons and the words alone count. */
  readonly guessed?: true;
  /** Words that the document does not account for. */
  readonly notUnderstood: readonly string[];
  /** Those of the call, raised by words that are not known and by what wrappers and redirects add. */
  readonly effects: AtipEffects;
  /** The call that it makes, where its document has its command. */
  readonly call?: {
    readonly resolved: ToolCall;
    readonly mapping: CommandMapping;
    readonly arguments: Readonly<Record<string, unknown>>;
  };
}

export interface LineCheck {
  readonly decision: Decision;
  /** Of all parts and issues that stand against it, each once, strictest first. */
  readonly reasons: readonly string[];
  readonly parts: readonly PartCheck[];
  /** Files that redirects write or read, as far as they are known. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  /** True: a part may reach the network. */
  readonly network: boolean;
  readonly problems: readonly LineIssue[];
}
