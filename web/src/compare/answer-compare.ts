/** The changes between two versions of a tool, and the version step that the changes ask for. */
import { type AtipTool, diffTools, type SemverVerdict, type ToolChangeKind } from '@atip/core';
import { countOf } from '../text/words.ts';
import { faultIn, parsedDocument } from '../worker/subject.ts';

/** Gravest first. */
const NOUNS = {
  breaking: 'breaking change',
  safety: 'safety change',
  additive: 'addition',
  neutral: 'change of words',
} as const satisfies Record<ToolChangeKind, string>;
const KINDS = Object.keys(NOUNS);

export function answerCompare(question: { readonly before: string; readonly after: string }) {
  const [was, is] = [soundTool(question.before), soundTool(question.after)];
  if (typeof was === 'string') return { ok: false, side: 'before', message: was } as const;
  if (typeof is === 'string') return { ok: false, side: 'after', message: is } as const;
  const { before, after, verdict, changes } = diffTools(was, is);
  const counts = Object.entries(NOUNS).flatMap(([kind, noun]) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count > 0 ? [countOf(count, noun)] : [];
  });
  const summary = counts.length === 0 ? 'No change in meaning' : `${verdict}: ${counts.join(', ')}`;
  return {
    ok: true as const,
    ...versionStep(before.version, after.version, verdict),
    summary: before.name === after.name ? summary : `${summary}; of two tools, ${before.name} and ${after.name}`,
    changes: changes
      .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
      // In words, such as "git push".
      .map(({ kind, path = [], message }) => ({ kind, message, place: [after.name, ...path].join(' ') })),
  };
}

/** A tool without errors, or its first one: a command taken out for an error would look like a removed one. */
function soundTool(text: string): AtipTool | string {
  const { tool, issues } = parsedDocument(text);
  return faultIn(issues) ?? tool ?? 'The document has errors.';
}

const STEPS: readonly SemverVerdict[] = ['major', 'minor', 'patch', 'none'];

/**
 * The step between two versions in a sentence, and whether it is as large as the changes ask for:
 * `"1.2.0 → 1.2.1 is a patch step, but this needs 2.0.0."` Below 1.0.0 a breaking change asks for a new minor version.
 */
export function versionStep(before: string, after: string, verdict: SemverVerdict) {
  const [was, is] = [numbersOf(before), numbersOf(after)];
  const wanted = was?.[0] === 0 && verdict === 'major' ? 'minor' : verdict;
  const bumped = STEPS.indexOf(wanted);
  const needed = was?.map((part, at) => (at < bumped ? part : at === bumped ? part + 1 : 0)).join('.');
  const at = was?.findIndex((part, index) => part !== is?.[index]) ?? -1;
  const versions = `${before} → ${after}`;
  const asked = needed === undefined ? '' : `; these changes ask for ${needed} or later`;
  if (was === undefined || is === undefined)
    return { isEnough: false, title: `${versions} cannot be compared as versions${asked}.` };
  if ((is[at] ?? 0) < (was[at] ?? 0)) return { isEnough: false, title: `${versions} goes backwards${asked}.` };
  const step = at < 0 ? `Both are version ${before}` : `${versions} is a ${STEPS[at]} step`;
  const isEnough = bumped === 3 || (at >= 0 && at <= bumped);
  const enough = at < 0 ? 'no change asks for another' : 'that is enough';
  return { isEnough, title: isEnough ? `${step}, and ${enough}.` : `${step}, but this needs ${needed}.` };
}

/** Major, minor and patch; `undefined` for anything else. */
function numbersOf(version: string): readonly number[] | undefined {
  const found = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:[-+].*)?$/.exec(version.trim());
  return found?.slice(1).map((digits = '0') => Number(digits));
}
