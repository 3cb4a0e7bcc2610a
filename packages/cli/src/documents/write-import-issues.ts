import type { Issue } from '@atip/core';
import type { CliHost } from '../cli-host.ts';
import { createPaint } from '../terminal/create-paint.ts';
import { plainLine } from '../terminal/plain-line.ts';

/** Most issues of one code that are written; the rest is counted. */
const MAX_SHOWN = 5;

/** Writes what an importer lost, to standard error: a few of each kind. */
export function writeImportIssues(issues: readonly Issue[], { stderr, env }: CliHost): void {
  const paint = createPaint(stderr, env);
  const codes = new Map<string, Issue[]>();
  for (const issue of issues) codes.set(issue.code, [...(codes.get(issue.code) ?? []), issue]);
  for (const [code, all] of codes) {
    for (const { severity, message } of all.slice(0, MAX_SHOWN)) {
      stderr.write(`${severity}: ${plainLine(message)} ${paint('dim', `[${code}]`)}\n`);
    }
    if (all.length > MAX_SHOWN) stderr.write(`… and ${all.length - MAX_SHOWN} more of these [${code}]\n`);
  }
}
