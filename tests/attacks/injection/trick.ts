import { type AtipTool, parseTool } from '@atip/core';
import type { Scene } from './scene.ts';

/** A program, its document as `parseTool` read it, and what it finds in its scene. */
export interface Target {
  readonly tool: AtipTool;
  readonly prepare: (scene: Scene) => Promise<void>;
}

/** Circumstances of a call. */
export interface Circumstances {
  /** A person approves every question of the policy. */
  readonly approved?: true;
  /** Run in this directory of the scene's working directory. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Output that shows harm which leaves no other trace. */
  readonly sign?: RegExp;
}

/**
 * One call of a model, by its compiled name. In its texts `%URL%` stands for the loopback server, `%HOST%` for its host and
 * port, `%HOME%` and `%OUTSIDE%` for directories beside the working directory.
 */
export interface Call extends Circumstances {
  readonly call: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The trick's effect on the scene; `nothing` if the program itself resists. */
export type Harm = 'wrote' | 'changed' | 'leaked' | 'sent' | 'reached' | 'nothing';

/**
 * How a trick ends with ATIP: run without harm, `held` by the sandbox of its declared effects, or refused with a code, of
 * which `CONFIRMATION` is the policy that asks a person.
 */
export type End = string;

/** A call whose values attack, what a naive argv does on this machine, and how it ends with ATIP. */
export type Trick = readonly [call: string, values: Call['values'], byHand: Harm, end: End, more?: Circumstances];

/** A call as any model makes it, which must still work, and what its output or a request of it holds. */
export type HonestCall = readonly [call: string, values: Call['values'], shows: RegExp, more?: Circumstances];

/** A document as checked as any other, hints included that our types do not list. @throws when it is not valid */
export function readDocument(document: Readonly<Record<string, unknown>>): AtipTool {
  const { tool, issues } = parseTool({ atip: { version: '0.4' }, version: '1', ...document });
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (!tool || errors.length > 0) throw new Error(`The document is not valid: ${JSON.stringify(errors)}`);
  return tool;
}
