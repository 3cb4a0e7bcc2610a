/** Undoes each change without losing text typed since. */
import { type WorkingCopy, withFilter, withSetting, withText } from './working-copy.ts';

/** A shared copy leaves the draft alone until the person decides otherwise. */
export type Source =
  | { readonly kind: 'draft' }
  | { readonly kind: 'shared'; readonly fragment: string; readonly draft: WorkingCopy };

export interface Shown {
  readonly copy: WorkingCopy;
  readonly source: Source;
}

export interface Undo {
  /** For example `"Opened the git sample"`. */
  readonly label: string;
  readonly before: Shown;
  readonly made: Shown;
}

/** Undoes one change and keeps later ones. A later change that has no place in the restored state goes into a new Undo. */
export function undone(now: Shown, { label, before, made }: Undo): Shown & { readonly undo?: Undo } {
  const { source } = before;
  const isOtherCopy = made.copy !== before.copy && made.source !== source;
  // The draft goes behind the link again, in its present state.
  if (isOtherCopy && source.kind === 'shared' && source.draft === made.copy)
    return { copy: before.copy, source: { ...source, draft: now.copy } };
  const { copy, isLost } = isOtherCopy
    ? { copy: before.copy, isLost: now.copy !== made.copy }
    : withoutStep(now.copy, before.copy, made.copy);
  const back = { copy, source };
  return isLost ? { ...back, undo: { label: `Took back: ${label}`, before: now, made: back } } : back;
}

const SETTINGS = ['policy', 'response', 'output', 'call'] as const;

function withoutStep(now: WorkingCopy, before: WorkingCopy, made: WorkingCopy) {
  let [copy, isLost] = [now, false];
  for (const key of SETTINGS) if (made[key] !== before[key]) copy = withSetting(copy, key, before[key]);
  for (const after of made.documents) {
    const old = before.documents.find(({ id }) => id === after.id);
    const shown = now.documents.find(({ id }) => id === after.id);
    if (shown === undefined || old === after) continue;
    if (old === undefined) {
      // Closing left a blank document: keep a text that was written into it.
      if (after.text === '' && shown.text.trim() !== '') continue;
      copy = { ...copy, documents: copy.documents.filter(({ id }) => id !== after.id) };
      isLost ||= shown.text !== after.text;
      continue;
    }
    const text = withoutChange(old.text, after.text, shown.text);
    isLost ||= text === undefined;
    copy = withText(copy, old.id, text ?? old.text);
    if (after.filter !== old.filter) copy = withFilter(copy, old.id, old.filter);
  }
  for (const [index, old] of before.documents.entries()) {
    if (made.documents.some(({ id }) => id === old.id)) continue;
    copy = { ...copy, documents: copy.documents.toSpliced(index, 0, old) };
  }
  // Show the document that comes back, or whose text does.
  const texts = new Map(made.documents.map(({ id, text }) => [id, text]));
  const changed = before.documents.find(({ id, text }) => texts.get(id) !== text);
  const active = changed?.id ?? (made.active === before.active ? now.active : before.active);
  return { copy: { ...copy, active }, isLost };
}

/**
 * `now` without the change that made `after` of `before`, keeping what was changed elsewhere since.
 *
 * Shape: `("ac", "abc", "abcd")` → `"acd"`.
 *
 * @returns `undefined` when what was changed since is in the same place
 */
export function withoutChange(before: string, after: string, now: string): string | undefined {
  if (now === after) return before;
  const made = differenceOf(before, after);
  const since = differenceOf(after, now);
  const old = before.slice(made.start, before.length - made.same);
  const madeEnd = after.length - made.same;
  if (since.start >= madeEnd) return now.slice(0, made.start) + old + now.slice(madeEnd);
  if (after.length - since.same > made.start) return undefined;
  const shift = now.length - after.length;
  return now.slice(0, made.start + shift) + old + now.slice(madeEnd + shift);
}

/** The range around all differences of two texts: from `start` to where the last `same` characters begin. */
export function differenceOf(one: string, other: string): { readonly start: number; readonly same: number } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let same = 0;
  while (same < shorter - start && one[one.length - 1 - same] === other[other.length - 1 - same]) same += 1;
  return { start, same };
}
