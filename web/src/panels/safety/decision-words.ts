/** How decisions, rules and policies are said. */
import type { PolicyCell, TrustSource } from '@atip/core';
import type { ColumnKey, SafetyRow } from '../../analysis/safety/answer-safety-matrix.ts';
import { countOf } from '../../text/words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { POLICY_FIELDS } from './policy-fields.ts';

/** What a column is called: `"ci"`, `"yours"`, `"for inferred"`. */
export function columnLabel(key: ColumnKey, trust: TrustSource): string {
  return key === 'trust' ? `for ${trust}` : key;
}

/** What each policy is for, a sentence. */
export function columnMeaning(key: ColumnKey, trust: TrustSource): string {
  return key === 'trust'
    ? `The advice for metadata from the source “${trust}”, as this document claims.`
    : MEANINGS[key];
}

const MEANINGS: Readonly<Record<Exclude<ColumnKey, 'trust'>, string>> = {
  yours: 'Your policy, from the part Policy; calls go by it.',
  open: 'Allows everything without asking.',
  standard: 'The default: asks before commands that destroy, denies those that wait at a terminal.',
  'read-only': 'Denies stated changes; asks about commands that do not state to be read-only.',
  'no-network': 'As standard, and denies the network.',
  ci: 'Nobody is there to ask: denies what could destroy, not be undone or cost money.',
};

/** A row as it is named: `"branch, with delete"`, `"any of 90 commands, with config"`. Nothing in it is unseen. */
export function rowLabel({ label, options, names }: SafetyRow): string {
  if (names !== undefined) return `any of ${countOf(names.length, 'command')}, with ${optionWords(options ?? [])}`;
  return options === undefined ? visibleText(label) : `${visibleText(label)}, with ${optionWords(options)}`;
}

/** Most options that are named. */
const MAX_NAMED = 3;

export function optionWords(options: readonly string[]): string {
  const named = options.slice(0, MAX_NAMED).map(visibleText).join(' or ');
  return options.length > MAX_NAMED ? `${named} or ${options.length - MAX_NAMED} more` : named;
}

/** Why a cell says what it says, a sentence: `"“Destroy data” (allowDestructive) decided; …"`. */
export function reasonOf({ rule, assumed }: PolicyCell): string {
  if (rule === undefined) return 'Nothing stands against it.';
  const label = POLICY_FIELDS.find(({ key }) => key === rule)?.label ?? rule;
  const by = `Decided by ${rule} (${label.toLowerCase()})`;
  return assumed === true ? `${by}; not stated, so the worst is assumed.` : `${by}.`;
}
