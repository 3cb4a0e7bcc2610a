import type { Decision, ExecutionPolicy } from './policy.ts';

/** A policy's decision about a command, without its messages. */
export interface PolicyCell {
  readonly decision: Decision;
  /** The policy field that decided; absent when nothing stood against it. */
  readonly rule?: keyof ExecutionPolicy;
  /** True: the metadata does not say, so the policy took the worst case. */
  readonly assumed?: boolean;
}

/** What every policy decides about every command. */
export interface PolicyMatrix {
  /** With the number of commands for each decision. */
  readonly policies: readonly ({ readonly name: string } & Readonly<Record<Decision, number>>)[];
  /** In the order of the tools and their documents. */
  readonly rows: readonly PolicyMatrixRow[];
}

export interface PolicyMatrixRow {
  /** The compiled name. */
  readonly name: string;
  /** The ATIP tool's name. */
  readonly tool: string;
  /** Keys from the root to the command, without the empty key. */
  readonly path: readonly string[];
  /** In the order of `policies`. */
  readonly cells: readonly PolicyCell[];
}
