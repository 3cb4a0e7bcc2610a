import type { AuditDecision, AuditEntry, AuditExecution } from '../record/audit-event.ts';
import { type AuditLogSettings, createAuditLog } from '../record/create-audit-log.ts';
import { createTemporaryDirectory } from './temporary-directory.ts';
import { readAuditLog } from '../record/read-audit-log.ts';

/** A decision as a caller records it, with changes. */
export function decision(change: Partial<AuditDecision> = {}): AuditDecision {
  return {
    event: 'decision',
    call: 'call_1',
    who: 'ana',
    tool: { name: 'gh', path: '/usr/bin/gh', hash: `sha256:${'a1'.repeat(32)}` },
    command: ['gh', 'pr', 'list'],
    argv: ['gh', 'pr', 'list', '--limit=3'],
    effects: { network: true, filesystem: { write: false } },
    decision: 'confirm',
    rule: 'network',
    reasons: ['It uses the network.'],
    approved: true,
    ...change,
  };
}

/** An execution as a caller records it, with changes. */
export function execution(change: Partial<AuditExecution> = {}): AuditExecution {
  return {
    event: 'execution',
    call: 'call_1',
    who: 'ana',
    tool: { name: 'gh' },
    argv: ['gh', 'pr', 'list'],
    sandbox: { applied: true, kind: 'bubblewrap', network: true, writable: [], notes: [] },
    exitCode: 0,
    duration: 12.5,
    bytes: { stdout: 10, stderr: 0 },
    timedOut: false,
    truncated: false,
    ...change,
  };
}

export const NOW = '2026-11-22T03:04:05.678Z';

/** The path of a log that is not there yet, in a directory of its own that is not there either. */
export async function createLogPlace() {
  const { at } = await createTemporaryDirectory();
  return { directory: at('audit'), path: at('audit/audit.jsonl') };
}

/** Appends this many decisions, one after the other. */
export async function fill(path: string, count: number, settings: AuditLogSettings = {}): Promise<void> {
  const log = await createAuditLog(path, { clock: () => new Date(NOW), ...settings });
  for (let n = 0; n < count; n += 1) await log.append(decision({ call: `call ${n}` }));
  await log.close();
}

export async function entriesOf(path: string, after = 0): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const entry of readAuditLog(path, { after })) entries.push(entry);
  return entries;
}
