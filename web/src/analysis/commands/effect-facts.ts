import type { AtipEffects } from '@atip/core';

/** Most items of a list that are named. */
const MAX_NAMED = 6;

/**
 * What effects say besides the risks that have a mark, a short phrase each.
 *
 * Shape: `{ subprocess: true, creates: ["pull request"] }` → `["starts other programs", "creates pull request"]`.
 */
export function effectFacts(effects: AtipEffects): readonly string[] {
  const { subprocess, creates, modifies, deletes, filesystem, cost, duration } = effects;
  const facts: string[] = [];
  if (subprocess !== undefined) facts.push(subprocess ? 'starts other programs' : 'starts no other program');
  else facts.push('not stated: whether it starts other programs');
  if (filesystem?.read === true) facts.push('reads files');
  addList(facts, 'creates', creates);
  addList(facts, 'modifies', modifies);
  addList(facts, 'deletes', deletes);
  addList(facts, 'files only below', filesystem?.paths);
  if (cost?.estimate !== undefined) facts.push(`cost: ${cost.estimate}`);
  if (duration?.typical !== undefined) facts.push(`takes ${duration.typical}`);
  if (duration?.timeout !== undefined) facts.push(`ends after ${duration.timeout}`);
  return facts;
}

function addList(facts: string[], verb: string, items: readonly string[] | undefined): void {
  if (items === undefined || items.length === 0) return;
  const more = items.length > MAX_NAMED ? ` and ${items.length - MAX_NAMED} more` : '';
  facts.push(`${verb} ${items.slice(0, MAX_NAMED).join(', ')}${more}`);
}
