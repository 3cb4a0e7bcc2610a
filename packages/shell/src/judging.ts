import type { AtipEffects, AtipTool, Decision, ExecutionPolicy, PolicyPart } from '@atip/core';
import { decide, delegatesNamed, raiseEffects } from '@atip/core/internal';

/** Finds the document of a program by its name, such as `git`. The second word of a command tells which group of a cloud's commands is wanted. */
export type ToolLookup = (program: string, group?: string) => AtipTool | undefined;

export interface CheckLineSettings {
  /** Where the line starts, as an absolute path. Absent: relative paths that stay below count as inside. */
  readonly cwd?: string;
  /** Of `~`. Absent: `~/x` is outside. */
  readonly home?: string;
  /** Directories that may be written, absolute, besides `/tmp`. Absent: `cwd` alone. */
  readonly writable?: readonly string[];
  /** True if a file is there: a redirect to one that is not replaces nothing. Absent: every file is. */
  readonly isThere?: (path: string) => boolean;
  /** True for a document whose effects nobody has judged: it says what a command may harm, and never that a line runs unasked. */
  readonly isGuessed?: (tool: AtipTool) => boolean;
}

/** Everything around a part. */
export interface PartContext {
  readonly find: ToolLookup;
  /** With its defaults. */
  readonly policy: ExecutionPolicy;
  readonly settings: CheckLineSettings;
  /** Files that redirects write and read are added here. */
  readonly writes: Set<string>;
  readonly reads: Set<string>;
}

/**
 * The decision about what is not understood: whoever has nobody to ask denies it, and so does a delegation of named tools, which it
 * may have nothing to do with.
 */
export function unreadDecision(policy: ExecutionPolicy): Decision {
  return policy.denyUnknown === true || delegatesNamed(policy) ? 'deny' : 'confirm';
}

/** Why that is so, where it is the delegation's doing. */
export function delegatedAlone(policy: ExecutionPolicy): readonly string[] {
  return delegatesNamed(policy) ? ['Only named tools are delegated (allowedTools), and this may be none of them.'] : [];
}

/** One judgement of several about a part; the strictest counts. */
export interface Verdict {
  readonly decision: Decision;
  readonly reasons: readonly string[];
  readonly rule?: PolicyPart;
}

/** Of what does nothing but start. */
export const HARMLESS: AtipEffects = {
  filesystem: { read: false, write: false, delete: false },
  network: false,
  subprocess: false,
  reversible: true,
  destructive: false,
};

/** Holds effects against the policy that no document has, such as those of `sudo`. Rules say nothing about them. */
export function judgeEffects(
  name: string,
  effects: AtipEffects,
  policy: ExecutionPolicy,
  { outside = [], why }: { readonly outside?: readonly string[]; readonly why?: string } = {},
): Verdict {
  const subject = { name, path: [], effects: raiseEffects(HARMLESS, effects), trust: 'native', outside } as const;
  const { decision, rule, violations } = decide(subject, policy);
  const reasons = why === undefined ? violations.map(({ message }) => message) : [`${name} ${why}.`];
  return { decision, reasons: decision === 'allow' ? [] : reasons, ...(rule !== undefined && { rule }) };
}
