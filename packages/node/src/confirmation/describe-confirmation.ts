import { type AtipEffects, safetyFlags } from '@atip/core';
import { describeEffects } from './describe-effects.ts';
import { escapeLine } from './escape-line.ts';
import { quoteElement } from './quote-element.ts';

/** What a person is asked to approve; nothing of it redacted, shortened or escaped. */
export interface CallQuestion {
  /** For example `git clean`. */
  readonly command: string;
  /** The file that is executed, absolute. */
  readonly program: string;
  /** As the program will get it. */
  readonly argv: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  readonly effects: AtipEffects;
  /** Why a person is asked. */
  readonly reasons: readonly string[];
}

/**
 * Says in lines of text what a person is asked to approve: first what it is, then every element of the argv on a line of its
 * own, none of it redacted or cut. What nobody sees is escaped, so that no two commands look the same.
 *
 * Shape: `["git clean is to be run.  [⚠️ DESTRUCTIVE]", "  program   \"/usr/bin/git\"", "  argv[0]   \"git\"", …]`
 */
export function describeConfirmation({ command, program, argv, cwd, effects, reasons }: CallQuestion): string[] {
  const flags = safetyFlags(effects).map((flag) => `  [${flag}]`);
  return [
    `${escapeLine(command)} is to be run.${flags.join('')}`,
    `  program   ${quoteElement(program)}`,
    ...argv.map((element, at) => `  argv[${at}]${at < 10 ? ' ' : ''}  ${quoteElement(element)}`),
    `  in        ${quoteElement(cwd)}`,
    `  may       ${describeEffects([effects])}`,
    ...reasons.map((reason) => `  because   ${escapeLine(reason)}`),
  ];
}
