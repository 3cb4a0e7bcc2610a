import { type Environment, type LoadedConfiguration, xdgPaths } from '@atip/node';
import { recordGate, redactWith } from '@atip/node/internal';
import type { LineCheck } from '@atip/shell';

/** A line that was judged, and the place that it was judged for. */
export interface JudgedLine {
  readonly line: string;
  readonly check: LineCheck;
  readonly configuration: LoadedConfiguration;
  readonly cwd: string;
  /** Absent: `cwd`. */
  readonly root?: string | undefined;
  readonly session?: string | undefined;
}

/** Puts the gate's decision about a line on record, where `atip log` reads it. */
export async function recordLine(judged: JudgedLine, env: Environment, agent?: string): Promise<void> {
  const { line, check, configuration, cwd, root, session } = judged;
  const { decision, reasons, parts } = check;
  const rule = parts.find((part) => part.decision === decision && part.rule !== undefined)?.rule;
  await recordGate(
    xdgPaths(env),
    {
      ...{ event: 'gate', time: new Date().toISOString(), decision, line, rule, reasons },
      ...{ agent, session, cwd, root: root === cwd ? undefined : root },
    },
    redactWith(configuration.settings),
  );
}

/** The same for a question that was not judged, without its line: the person's patterns, which redact it, may not be known. */
export async function recordUnread(
  reason: string,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
  agent: string,
): Promise<void> {
  const time = new Date().toISOString();
  const entry = { event: 'gate', time, decision: 'confirm', line: '', reasons: [reason], agent, cwd } as const;
  await recordGate(xdgPaths(env), entry, redactWith(undefined));
}
