import { type ConfirmationContext, safetyFlags } from '@atip/core';
import type { Paint } from '../terminal/create-paint.ts';
import { escapeLine } from '../terminal/escape-line.ts';
import { quoteElement } from '../terminal/quote-element.ts';
import { describeEffects } from './describe-effects.ts';

/** Says what a person is asked to confirm: every element of the argv on a line of its own, none of it redacted or cut. */
export function describeConfirmation(
  { mapping, argv, reasons }: ConfirmationContext,
  { program, cwd }: { readonly program: string; readonly cwd: string },
  paint: Paint,
): string[] {
  const { effects } = mapping;
  const flags = safetyFlags(effects).map((flag) => `  [${flag}]`);
  return [
    `${paint('bold', escapeLine(mapping.command.join(' ')))} is to be run.${flags.join('')}`,
    `  program   ${quoteElement(program)}`,
    ...argv.map((element, at) => `  argv[${at}]${at < 10 ? ' ' : ''}  ${quoteElement(element)}`),
    `  in        ${quoteElement(cwd)}`,
    `  may       ${describeEffects([effects])}`,
    ...reasons.map((reason) => `  because   ${escapeLine(reason)}`),
  ];
}
