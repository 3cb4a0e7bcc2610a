import type { PolicyRule, RuleOffer } from '@atip/core';
import { escapeUnseen } from '@atip/core/internal';
import type { Remembering, RuleScope } from './keep-rules.ts';

/**
 * The lines of a question at a terminal that list rules that would avoid it, or say why it has no rules. Shape: `["  not
 * to be asked again about", "  1         git push where repository is origin, and nothing else, in /home/me/shop"]`
 */
export function describeOffers({ offers, why }: Pick<Remembering, 'offers' | 'why'>): string[] {
  if (offers.length === 0) return why === undefined ? [] : [`  always    is not offered. ${escapeUnseen(why)}`];
  return [
    '  not to be asked again about',
    ...offers.map(({ label }, at) => `  ${at + 1}         ${escapeUnseen(label)}`),
  ];
}

/**
 * The prompt at the end of a question. Shape: `Type yes to run it, or always 1–3: ` @param hasSession true if a
 * `session` outlives the call
 */
export function questionFor(offers: readonly RuleOffer[], hasSession = false): string {
  if (offers.length === 0) return 'Type yes to run it: ';
  const which = offers.length === 1 ? '1' : `1–${offers.length}`;
  return `Type yes to run it, ${hasSession ? `session ${which}, ` : ''}or always ${which}: `;
}

/** Reads the typed answer: `yes`, `session 2` or `always 1`, or its first letter; anything else refuses. */
export function readAnswer(
  line: string,
  offers: readonly RuleOffer[],
): { readonly approved: boolean; readonly rule?: PolicyRule; readonly scope?: RuleScope } {
  if (line === 'yes') return { approved: true };
  const [, word = '', number] = /^(session|always|[sa]) ?([1-9])$/.exec(line) ?? [];
  const rule = offers[Number(number) - 1]?.rule;
  if (rule === undefined) return { approved: false };
  return { approved: true, rule, scope: word.startsWith('s') ? 'session' : 'always' };
}

/** Asks whether a tool gets its login. Shape: `gh needs your login: GH_TOKEN, ~/.config/gh. …` */
export function describeLogin({ tool, login }: { readonly tool: string; readonly login: readonly string[] }): string {
  const named = escapeUnseen(`${tool} needs your login: ${login.slice(0, 8).join(', ')}.`);
  return `${named} It alone gets it, to read, and what it prints of it is redacted.`;
}
