import type { CommandFilter } from '@atip/core';
import { invalidRequest as invalid } from './request-fields.ts';

/** A request's query: every value of a name, undefined for none. */
export type ReadQuery = (name: string) => readonly string[] | undefined;

/**
 * Reads `?commands=a,b&depth=2`.
 *
 * @throws ProblemError 400 naming what is wrong: an empty name would be the tool's own command, or all.
 */
export function parseCommandFilter(query: ReadQuery): CommandFilter {
  const commands = query('commands')?.flatMap((value) => value.split(','));
  if (commands?.includes('')) throw invalid('commands must be names with commas between, such as "pr,issue list".');
  const depth = parseNumber(query, 'depth', 1);
  return { ...(commands && { commands }), ...(depth !== undefined && { depth }) };
}

/** Reads `?after=17`; absent: 0. @throws ProblemError 400 when it is no whole number. */
export function parseAfter(query: ReadQuery): number {
  return parseNumber(query, 'after', 0) ?? 0;
}

function parseNumber(query: ReadQuery, name: string, least: number): number | undefined {
  const values = query(name);
  if (values === undefined) return undefined;
  const [text = ''] = values;
  const number = values.length === 1 && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least) return number;
  throw invalid(`${name} must be a whole number from ${least}, given once.`);
}
