/** How decisions, rules and policies are said. */
import type { Decision, PolicyCell, TrustSource } from '@atip/core';
import type { SafetyRow } from '../../analysis/safety/answer-safety-matrix.ts';
import type { ColumnKey } from '../../analysis/safety/policy-columns.ts';
import type { IconName } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';
import { POLICY_FIELDS } from '../../state/policy-fields.ts';
import { visibleText } from '../../state/visible-text.ts';

export const DECISIONS: readonly Decision[] = ['allow', 'confirm', 'deny'];
export const DECISION_ICONS: Readonly<Record<Decision, IconName>> = {
  allow: 'check',
  confirm: 'warning',
  deny: 'close',
};

/** What a column is called: `"ci"`, `"yours"`, `"for inferred"`. */
export function columnLabel(key: ColumnKey, trust: TrustSource): string {
  return key === 'trust' ? `for ${trust}` : key;
}

/** What each policy is for, a sentence. */
export function columnMeaning(key: ColumnKey, trust: TrustSource): string {
  return key === 'trust' ? `What is advised for metadata of the source “${trust}”, as this document’s.` : MEANINGS[key];
}

const MEANINGS: Readonly<Record<Exclude<ColumnKey, 'trust'>, string>> = {
  yours: 'The policy of the part Policy; Calls go by it.',
  open: 'Everything is allowed, also unasked.',
  standard: 'What destroys is confirmed, what asks at a terminal denied: the default.',
  'read-only': 'Stated changes are denied; what does not state to be read-only is confirmed.',
  'no-network': 'As standard, and the network is denied.',
  ci: 'Nobody is there to ask: what could destroy, not be undone or cost money is denied.',
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
