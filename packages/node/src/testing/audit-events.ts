import type { AuditDecision, AuditExecution } from '../audit/audit-event.ts';

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
