import type { AuditEntry } from '@atip/node';
import { escapeLine, quoteElement } from '@atip/node';
import { plainLine } from '../terminal/plain-line.ts';

/** Sums up one line of the audit log for a person, on one line. */
export function describeEntry(entry: AuditEntry): string {
  return `${entry.seq}  ${entry.time}  ${describe(entry)}`;
}

function describe(entry: AuditEntry): string {
  if (entry.event === 'recovered') return `the log went on after something was lost (${entry.reason})`;
  const argv = `[${entry.argv.map(quoteElement).join(',')}]`;
  const who = escapeLine(entry.who);
  if (entry.event === 'decision') {
    const said = entry.approved === undefined ? '' : entry.approved ? ', approved' : ', declined';
    const rule = entry.rule === undefined ? '' : ` (${entry.rule})`;
    return `${who}  ${entry.decision}${rule}${said}  ${escapeLine([entry.tool.name, ...entry.command].join(' '))}  ${argv}`;
  }
  const held = entry.sandbox.applied ? entry.sandbox.kind : 'no sandbox';
  const end = entry.error === undefined ? endOf(entry) : `did not run: ${plainLine(entry.error)}`;
  return `${who}  ${end}, ${held}  ${argv}`;
}

function endOf({ exitCode, timedOut, truncated }: Extract<AuditEntry, { event: 'execution' }>): string {
  if (timedOut) return 'ran out of time';
  if (truncated) return 'was ended, it wrote too much';
  return exitCode === null ? 'was ended by a signal' : `exit code ${exitCode}`;
}
