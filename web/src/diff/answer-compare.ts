import { diffTools, type SemverVerdict } from '@atip/core';
import { readSubject } from '../worker/subject.ts';

export interface CompareQuestion {
  readonly before: string;
  readonly after: string;
}

export type Comparison = Extract<ReturnType<typeof answerCompare>, { ok: true }>;
export type ComparedChange = Comparison['changes'][number];

export function answerCompare({ before, after }: CompareQuestion) {
  const was = readWhole(before);
  if (!was.ok) return { ok: false, side: 'before', message: was.message } as const;
  const is = readWhole(after);
  if (!is.ok) return { ok: false, side: 'after', message: is.message } as const;
  const diff = diffTools(was.whole, is.whole);
  return {
    ok: true as const,
    ...diff,
    step: versionStep(diff.before.version, diff.after.version, diff.verdict),
    changes: diff.changes.map((change) => ({
      ...change,
      // In words, such as "git push".
      place: [diff.after.name, ...(change.path ?? [])].join(' '),
    })),
  };
}

/** A command taken out for an error would look like a removed one. */
function readWhole(text: string): ReturnType<typeof readSubject> {
  const read = readSubject({ text });
  return read.ok && read.fault !== undefined ? { ok: false, message: read.fault } : read;
}

interface VersionStep {
  /** Step between the two versions. `unreadable`: one of them is no semantic version. */
  readonly stated: SemverVerdict | 'backwards' | 'unreadable';
  /** The first version that the changes would allow. Absent: no readable version to start from. */
  readonly needed?: string;
  /** The stated step is at least as large as the changes require. */
  readonly isEnough: boolean;
}

const STEPS: readonly SemverVerdict[] = ['none', 'patch', 'minor', 'major'];

/** Compares `"1.2.0"` and `"1.2.1"` with the required step. Below 1.0.0 a breaking change requires a new minor version. */
export function versionStep(before: string, after: string, verdict: SemverVerdict): VersionStep {
  const [was, is] = [numbersOf(before), numbersOf(after)];
  if (was === undefined) return { stated: 'unreadable', isEnough: false };
  const [major = 0, minor = 0, patch = 0] = was;
  const wanted = major === 0 && verdict === 'major' ? 'minor' : verdict;
  const needed = {
    none: `${major}.${minor}.${patch}`,
    patch: `${major}.${minor}.${patch + 1}`,
    minor: `${major}.${minor + 1}.0`,
    major: `${major + 1}.0.0`,
  }[wanted];
  if (is === undefined) return { stated: 'unreadable', needed, isEnough: false };
  const at = was.findIndex((number, index) => number !== is[index]);
  if ((is[at] ?? 0) < (was[at] ?? 0)) return { stated: 'backwards', needed, isEnough: false };
  const stated = (['major', 'minor', 'patch'] as const)[at] ?? 'none';
  return { stated, needed, isEnough: STEPS.indexOf(stated) >= STEPS.indexOf(wanted) };
}

/** Major, minor and patch; `undefined` for anything else. */
function numbersOf(version: string): readonly number[] | undefined {
  const found = /^v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:[-+].*)?$/.exec(version.trim());
  return found?.slice(1).map((digits = '0') => Number(digits));
}
