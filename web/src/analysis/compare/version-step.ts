/** What two version texts say against what a comparison found; after semver.org, with its custom for 0.x. */
import type { SemverVerdict } from '@atip/core';

export interface VersionStep {
  /** What the versions claim. `unreadable`: one of them is no semantic version. */
  readonly stated: SemverVerdict | 'backwards' | 'unreadable';
  /** The first version that the changes would allow. Absent: no readable version to start from. */
  readonly needed?: string;
  /** Whether the stated step is as large as the changes ask for. */
  readonly isEnough: boolean;
}

type Numbers = readonly [major: number, minor: number, patch: number];

const STEPS: readonly SemverVerdict[] = ['none', 'patch', 'minor', 'major'];

/** Compares `"1.2.0"` and `"1.2.1"` with what the changes ask for. Below 1.0.0 a breaking change asks for a new minor version. */
export function versionStep(before: string, after: string, verdict: SemverVerdict): VersionStep {
  const [was, is] = [numbersOf(before), numbersOf(after)];
  if (was === undefined) return { stated: 'unreadable', isEnough: false };
  const needed = nextOf(was, verdict).join('.');
  if (is === undefined) return { stated: 'unreadable', needed, isEnough: false };
  const stated = stepOf(was, is);
  if (stated === 'backwards') return { stated, needed, isEnough: false };
  const wanted = was[0] === 0 && verdict === 'major' ? 'minor' : verdict;
  return { stated, needed, isEnough: STEPS.indexOf(stated) >= STEPS.indexOf(wanted) };
}

function numbersOf(version: string): Numbers | undefined {
  const found = /^v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:[-+].*)?$/.exec(version.trim());
  return found === null ? undefined : [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
}

function stepOf(was: Numbers, is: Numbers): SemverVerdict | 'backwards' {
  const at = was.findIndex((number, index) => number !== is[index]);
  if (at < 0) return 'none';
  if ((is[at] ?? 0) < (was[at] ?? 0)) return 'backwards';
  return at === 0 ? 'major' : at === 1 ? 'minor' : 'patch';
}

function nextOf([major, minor, patch]: Numbers, verdict: SemverVerdict): Numbers {
  if (verdict === 'none') return [major, minor, patch];
  if (verdict === 'patch') return [major, minor, patch + 1];
  return verdict === 'minor' || major === 0 ? [major, minor + 1, 0] : [major + 1, 0, 0];
}
