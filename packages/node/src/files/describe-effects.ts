import { type AtipEffects, SAFETY_FLAGS } from '@atip/core';
import { escapeUnseen, safetyFlags } from '@atip/core/internal';

const HARMS: readonly (readonly [string, (effects: AtipEffects) => boolean])[] = [
  ['destroy', ({ destructive }) => destructive === true],
  ['delete files', ({ filesystem }) => filesystem?.delete === true],
  ['write files', ({ filesystem }) => filesystem?.write === true],
  ['use the network', ({ network }) => network === true],
  ['cost money', ({ cost }) => cost?.billable === true],
  ['end processes', (effects) => effects['x-ends'] === 'processes'],
  ['run a program that the call names', (effects) => effects['x-runs'] === 'call'],
  ['send data that the call names', (effects) => effects['x-sends'] === 'given'],
  ['print credentials', (effects) => effects['x-reveals'] === 'credentials'],
  ['act as root', (effects) => effects['x-privilege'] === 'root'],
  ['be irreversible', ({ reversible }) => reversible === false],
];

/** True when a harmful effect is unstated, so that the command may have it. */
function isOpen({ destructive, filesystem, network }: AtipEffects): boolean {
  return [destructive, filesystem?.write, filesystem?.delete, network].includes(undefined);
}

/**
 * Describes the effects of several commands together, gravest first.
 * Shape: `[{ network: true }, …]` → `"use the network; the rest is not stated"`; `"only read"` when each states that it
 * only reads
 * @param isRaised true: an option can make a command that only reads do more
 */
export function describeEffects(all: readonly AtipEffects[], isRaised = false): string {
  if (isRaised) return `${describeEffects(all)}; more by options`;
  if (all.length === 0) return 'nothing known';
  const stated = HARMS.filter(([, holds]) => all.some(holds)).map(([words]) => words);
  if (stated.length > 0) return stated.join(', ') + (all.some(isOpen) ? '; the rest is not stated' : '');
  if (all.every((effects) => safetyFlags(effects).includes(SAFETY_FLAGS.READ_ONLY))) return 'only read';
  return all.some(isOpen) ? 'not stated' : 'change nothing';
}

/**
 * Quotes one element of an argv as JSON, with invisible characters escaped. Shape: `"a\u200bb"` → `"\"a\\u{200b}b\""`
 */
export function quoteElement(text: string): string {
  return escapeUnseen(JSON.stringify(text));
}

/** Quotes a word for a POSIX shell: in single quotes only the closing quote has a meaning. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
