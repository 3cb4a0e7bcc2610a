import type { WorkingCopy } from '../state/working-copy.ts';
import type { StoredDraft } from './draft-database.ts';

/** Those that hold something else than `shown` and than a newer one; whoever looks for something lost finds it once. */
export function otherDrafts<Draft extends StoredDraft>(drafts: readonly Draft[], shown: WorkingCopy): readonly Draft[] {
  const seen = new Set([contentOf(shown)]);
  return drafts.filter(({ copy }) => {
    const content = contentOf(copy);
    return !seen.has(content) && seen.add(content);
  });
}

function contentOf({ documents }: WorkingCopy): string {
  return JSON.stringify(documents.map(({ name, text, filter }) => [name, text, filter]));
}
