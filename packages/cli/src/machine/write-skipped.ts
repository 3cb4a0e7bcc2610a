import type { SkippedTool } from '@atip/node';
import { escapeLine } from '@atip/node';
import type { CliHost } from '../cli-host.ts';
import { plainLine } from '../terminal/plain-line.ts';

/** Says on stderr what was left out: how many by code, or each with its reason. */
export function writeSkipped(
  skipped: readonly SkippedTool[],
  { stderr }: CliHost,
  { verbose }: { readonly verbose: boolean },
): void {
  if (skipped.length === 0) return;
  if (verbose) {
    const lines = skipped.map(({ source, code, reason }) => `  ${code}  ${escapeLine(source)}: ${plainLine(reason)}\n`);
    stderr.write(`Left out:\n${lines.join('')}`);
    return;
  }
  const counts = new Map<string, number>();
  for (const { code } of skipped) counts.set(code, (counts.get(code) ?? 0) + 1);
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([code, count]) => `${count} ${code}`);
  stderr.write(`Left out: ${parts.join(', ')} (--verbose says why)\n`);
}
