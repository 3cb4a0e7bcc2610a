import type { SemverVerdict, ToolDiff } from '../types/tool-diff.ts';

/** A semver version; a prerelease comes before the release of the same numbers. */
interface SemanticVersion {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  /** Shape: `rc.1`. Absent: a release. */
  readonly prerelease?: string;
}

/** Reads `1.2.3`, `v1.2.3`, `1.2.3-rc.1+build`. @returns undefined for everything else */
function readVersion(text: string): SemanticVersion | undefined {
  const found = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\dA-Za-z.-]{1,100}))?(?:\+[\dA-Za-z.-]{1,100})?$/.exec(text);
  if (found === null) return undefined;
  const [, major, minor, patch, prerelease] = found;
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    ...(prerelease !== undefined && { prerelease }),
  };
}

/** Below 0, 0 or above 0. @see https://semver.org/#spec-item-11 */
function compareVersions(one: SemanticVersion, other: SemanticVersion): number {
  for (const [at, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (one.prerelease === other.prerelease) return 0;
  if (one.prerelease === undefined) return 1;
  if (other.prerelease === undefined) return -1;
  return comparePrereleases(one.prerelease.split('.'), other.prerelease.split('.'));
}

function comparePrereleases(words: readonly string[], others: readonly string[]): number {
  for (const [at, word] of words.entries()) {
    const other = others[at];
    if (other === undefined) return 1;
    if (word === other) continue;
    const [isNumber, otherIsNumber] = [/^\d+$/.test(word), /^\d+$/.test(other)];
    if (isNumber && otherIsNumber) return Number(word) - Number(other);
    if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
    return word < other ? -1 : 1;
  }
  return words.length - others.length;
}

/** Compares the version step of a document with the step that its changes need. */
interface VersionJudgement {
  /**
   * `enough`: nothing changed, or the step is large enough. `same`: the version was not raised yet. `short`: it was
   * raised too little, or lowered. `unknown`: a version is not semver.
   */
  readonly state: 'enough' | 'same' | 'short' | 'unknown';
  /** The lowest sufficient version, such as `2.0.0`. Absent: any version, or unknown. */
  readonly wanted?: string;
}

/**
 * Judges whether the version was raised enough for the changes. Below 1.0.0 a breaking change raises the second number,
 * any other the third. After a prerelease any later version is enough.
 */
export function judgeVersion({ before, after, verdict }: ToolDiff): VersionJudgement {
  const [was, is] = [readVersion(before.version), readVersion(after.version)];
  if (was === undefined || is === undefined) return { state: verdict === 'none' ? 'enough' : 'unknown' };
  const step = compareVersions(is, was);
  if (verdict === 'none') return step < 0 ? { state: 'short', wanted: textOf(was.numbers) } : { state: 'enough' };
  const wanted = was.prerelease === undefined ? nextVersion(was, verdict) : was.numbers;
  if (step === 0) return { state: 'same', wanted: textOf(wanted) };
  const isEnough = step > 0 && compareVersions({ numbers: is.numbers }, { numbers: wanted }) >= 0;
  return isEnough ? { state: 'enough' } : { state: 'short', wanted: textOf(wanted) };
}

function nextVersion(
  { numbers: [major, minor, patch] }: SemanticVersion,
  verdict: Exclude<SemverVerdict, 'none'>,
): SemanticVersion['numbers'] {
  if (verdict === 'major') return major === 0 ? [0, minor + 1, 0] : [major + 1, 0, 0];
  return verdict === 'minor' && major > 0 ? [major, minor + 1, 0] : [major, minor, patch + 1];
}

function textOf(numbers: SemanticVersion['numbers']): string {
  return numbers.join('.');
}
