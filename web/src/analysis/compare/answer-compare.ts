import { diffTools, type Range, type SemverVerdict, type ToolChange, type ToolDiff } from '@atip/core';
import { createPointerLocator } from '../provenance/range-of-pointer.ts';
import { readSubject } from '../subject.ts';
import { type ChangeSide, changeSide, type CommandTable, tableOf } from './change-facts.ts';
import { type ProviderChange, providerChanges } from './provider-changes.ts';
import { type VersionStep, versionStep } from './version-step.ts';

export interface CompareQuestion {
  /** Texts of documents. */
  readonly before: string;
  readonly after: string;
}

export interface ComparedSide extends Omit<ChangeSide, 'pointer'> {
  readonly range?: Range;
}

export interface ComparedChange extends Pick<ToolChange, 'kind' | 'code' | 'message'> {
  /** Where, in words, such as `"git push"`. */
  readonly place: string;
  readonly before: ComparedSide;
  readonly after: ComparedSide;
}

export interface Comparison extends Pick<ToolDiff, 'before' | 'after'> {
  readonly ok: true;
  readonly verdict: SemverVerdict;
  readonly step: VersionStep;
  readonly changes: readonly ComparedChange[];
  readonly providers: readonly ProviderChange[];
}

export type CompareAnswer =
  | Comparison
  /** `side` cannot be read; `message` says why. */
  | { readonly ok: false; readonly side: 'before' | 'after'; readonly message: string };

/** What differs between two documents in meaning, how large a step that is, and what providers make of it. */
export function answerCompare({ before, after }: CompareQuestion): CompareAnswer {
  const was = readSubject({ text: before });
  if (!was.ok) return { ok: false, side: 'before', message: was.message };
  const is = readSubject({ text: after });
  if (!is.ok) return { ok: false, side: 'after', message: is.message };
  const diff = diffTools(was.whole, is.whole);
  const sides = [sideReader(before, tableOf(was.whole)), sideReader(after, tableOf(is.whole))] as const;
  return {
    ok: true,
    before: diff.before,
    after: diff.after,
    verdict: diff.verdict,
    step: versionStep(diff.before.version, diff.after.version, diff.verdict),
    changes: diff.changes.map((change) => ({
      kind: change.kind,
      code: change.code,
      message: change.message,
      place: [diff.after.name, ...(change.path ?? [])].join(' '),
      before: sides[0](change),
      after: sides[1](change),
    })),
    providers: providerChanges(before, after),
  };
}

function sideReader(text: string, table: CommandTable): (change: ToolChange) => ComparedSide {
  const locator = createPointerLocator(text);
  return (change) => {
    const { words, pointer } = changeSide(change, table);
    const range = locator?.markOf(pointer);
    return { ...(words !== undefined && { words }), ...(range && { range }) };
  };
}
