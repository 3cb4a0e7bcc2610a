import type { CostEstimate, StdinUse } from './effects.ts';

/**
 * What the commands of a subagent must state about themselves. Silence never fulfils it.
 *
 * A harm can only be ruled out (`false`) and a merit only asked for (`true`): the opposite would restrict nothing.
 */
export interface EffectRestrictions {
  readonly destructive?: false;
  readonly network?: false;
  readonly subprocess?: false;
  readonly reversible?: true;
  readonly idempotent?: true;
  readonly filesystem?: { readonly read?: false; readonly write?: false; readonly delete?: false };
  /** `stdin` is the strongest use of it that is accepted. */
  readonly interactive?: { readonly stdin?: StdinUse; readonly prompts?: false; readonly tty?: false };
  /** `estimate` is the highest that is accepted. */
  readonly cost?: { readonly estimate?: CostEstimate; readonly billable?: false };
}

/** What a lead agent lets a subagent do. Each absent field restricts nothing. @see ATIP 0.3 §10.2 */
export interface Delegation {
  /** Names of tools; an empty list allows none. */
  readonly allowedTools?: readonly string[];
  /** A tool's name and the keys that lead to a command or group, with spaces between: `"gh repo delete"`, `"gh repo"`, `"gh"`. */
  readonly deniedCommands?: readonly string[];
  readonly effectRestrictions?: EffectRestrictions;
}
