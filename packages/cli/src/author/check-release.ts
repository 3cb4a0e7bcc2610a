import { type AtipTool, diffTools, flattenCommands, type Issue, parseTool, readJson, type ToolDiff } from '@atip/core';
import { judgeVersion, type VersionJudgement } from '@atip/core/internal';
import { CliError, EXIT } from '../cli-host.ts';
import type { EarlierDocument } from './last-release.ts';
import { openEffects } from './open-effects.ts';

/** The commands of a tool, and those whose effects are complete. */
export interface EffectCounts {
  readonly commands: number;
  readonly complete: number;
}

/** A document compared with the last release. */
export interface ReleaseCheck {
  readonly counts: EffectCounts;
  /** Absent: there is no earlier version, for this `reason`. */
  readonly diff?: ToolDiff;
  readonly missing?: string;
  /** The earlier version: a tag or a file. */
  readonly from?: string;
  readonly judgement?: VersionJudgement;
  /** About the version only; the other issues come from `validate`. */
  readonly issues: readonly Issue[];
}

/** Counts the commands whose effects suffice for a policy to decide. */
function countEffects(tool: AtipTool): EffectCounts {
  const commands = flattenCommands(tool);
  return {
    commands: commands.length,
    complete: commands.filter((command) => openEffects(command).length === 0).length,
  };
}

/**
 * Compares a valid document with the last release, and its version with what the changes require. A version that was raised too
 * little is an error. A version that was not raised yet is a warning, and an error once the commit has a tag.
 * @throws CliError `invalid` when the earlier document is not valid
 */
export function checkRelease(tool: AtipTool, text: string, earlier: EarlierDocument): ReleaseCheck {
  const counts = countEffects(tool);
  if (earlier.missing !== undefined) {
    const severity = earlier.isDoubtful ? 'warning' : 'info';
    return { counts, missing: earlier.missing, issues: [versionIssue('no-release', severity, earlier.missing, text)] };
  }
  const { tool: before, issues } = parseTool(earlier.text);
  if (before === undefined) {
    const first = issues.find(({ severity }) => severity === 'error')?.message ?? 'It has no tool.';
    throw new CliError(EXIT.invalid, `The document of ${earlier.from} is not valid: ${first}`);
  }
  const diff = diffTools(before, tool);
  const judgement = judgeVersion(diff);
  const found = { counts, from: earlier.from, diff, judgement };
  const [severity, message] = sayJudgement(diff, judgement, earlier) ?? [];
  if (severity === undefined || message === undefined) return { ...found, issues: [] };
  return { ...found, issues: [versionIssue('version-step', severity, message, text)] };
}

function sayJudgement(
  { before, after, verdict }: ToolDiff,
  { state, wanted }: VersionJudgement,
  { from, isRelease }: { readonly from: string; readonly isRelease: boolean },
): readonly [Issue['severity'], string] | undefined {
  const asks = `the changes since ${from} ask for a ${verdict} version`;
  if (state === 'short')
    return ['error', `${after.version} is too low: ${asks}, ${wanted} or higher. Raise "version".`];
  if (state === 'same')
    return isRelease
      ? ['error', `The version was not raised: ${asks}, ${wanted} or higher. Raise "version".`]
      : ['info', `Not released yet: ${asks}. The next one has to be ${wanted} or higher.`];
  if (state === 'unknown')
    return [
      'warning',
      `${before.version} and ${after.version} cannot be compared, since they are not semver; ${asks}.`,
    ];
  return undefined;
}

function versionIssue(code: string, severity: Issue['severity'], message: string, text: string): Issue {
  const version = readJson(text).root?.members?.find(({ key }) => key === 'version')?.node;
  const range = version && readJson(text).lines.rangeOf(version.start, version.end);
  return { code, severity, message, path: '/version', ...(range && { range }) };
}
