import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import { joinPointer } from '../json/pointer.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { Lint } from './lint.ts';

/** Statements that cannot be true together, with how to say so. */
const CONTRADICTIONS: readonly (readonly [string, (effects: AtipEffects) => unknown])[] = [
  ['destructive, yet reversible', ({ destructive, reversible }) => destructive && reversible],
  [
    'deletes for good, yet not destructive',
    ({ deletes, filesystem, destructive, reversible }) =>
      destructive === false && reversible === false && (deletes?.length || filesystem?.delete),
  ],
  ['deletes files, yet writes none', ({ filesystem }) => filesystem?.write === false && filesystem.delete],
  [
    'creates files, yet writes none',
    ({ filesystem, creates = [], modifies = [] }) =>
      filesystem?.write === false &&
      [...creates, ...modifies].some((item) => /^(?:files?|director(?:y|ies))$/i.test(item)),
  ],
  ['free, yet billable', ({ cost }) => cost?.billable && cost.estimate === 'free'],
  ['billable, yet without network', ({ cost, network }) => cost?.billable && network === false],
  [
    'asks questions, yet reads no input',
    ({ interactive }) => interactive?.prompts && interactive.stdin === 'none' && !interactive.tty,
  ],
];

/**
 * Checks what one level says of its effects, against itself and against what holds once the levels above are merged in.
 *
 * @param path JSON Pointer of the effects
 * @param merged what counts: the worst statement of this level and all above it
 * @see ATIP 0.3 §3.6
 */
export function lintEffects(lint: Lint, path: string, effects: AtipEffects = {}, merged: AtipEffects = {}): void {
  for (const [words, holds] of CONTRADICTIONS) {
    if (holds(effects)) lint.report('contradictory-effects', path, words);
  }
  findOverridden(lint, path, effects, merged);
}

/** Lists are left out: those only grow. */
function findOverridden(lint: Lint, path: string, own: object, merged: object): void {
  for (const [key, value] of Object.entries(own)) {
    const counts = getOwn(merged, key);
    const at = joinPointer(path, key);
    if (isRecord(value) && isRecord(counts)) findOverridden(lint, at, value, counts);
    else if (typeof value !== 'object' && value !== counts) lint.report('effect-overridden', at);
  }
}
