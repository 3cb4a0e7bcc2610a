import type { AtipArgument, AtipEffects, AtipOption, ValueStyle } from './effects.ts';

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
  /**
   * How many commands below this group an excerpt or an override leaves out; also where others stay, and at the root of a
   * tool. With it a node without subcommands is no command. Our extension.
   */
  'x-omitted-commands'?: number;
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
  filter?: { commands?: string[]; depth?: number | null };
  totalCommands?: number;
  includedCommands?: number;
  omitted?: {
    reason: 'filtered' | 'depth-limited' | 'size-limited' | 'deprecated';
    safetyAssumption: 'unknown' | 'known-safe' | 'known-unsafe' | 'same-as-included';
  };
  /** True: its commands are the tools of an MCP server, which is no program with a command line. Our extension. */
  'x-mcp'?: boolean;
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
  /** What providers call it, for example `"gh_pr_create"`: at most 64 characters, unique in its tool. */
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
