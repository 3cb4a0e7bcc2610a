import type { AuditEntry, AuditGone } from '@atip/node';
import { escapeLine, quoteElement } from '@atip/node';
import { plainLine } from '../terminal/plain-line.ts';

/** Sums up one line of the audit log for a person, on one line. */
export function describeEntry(entry: AuditEntry): string {
  return `${entry.seq}  ${entry.time}  ${describe(entry)}`;
}

function describe(entry: AuditEntry): string {
  if (entry.event === 'recovered') return `the log went on after something was lost (${entry.reason})`;
  if (entry.event === 'dropped') return escapeLine(describeDropped(entry));
  const argv = `[${entry.argv.map(quoteElement).join(',')}]`;
  const who = escapeLine(entry.who);
  if (entry.event === 'decision') {
    const said = entry.approved === true ? ', approved' : '';
    const rule = entry.rule === undefined ? '' : ` (${entry.rule})`;
    const why = [entry.refused ?? [], entry.problems ?? []].flat().map(escapeLine);
    const refused = why.length === 0 ? '' : `, refused: ${why.join(': ')}`;
    const cut = entry.argvBytes === undefined ? '' : `  (cut, the whole has ${entry.argvBytes} bytes)`;
    const command = escapeLine([entry.tool.name, ...entry.command].join(' '));
    return `${who}  ${entry.decision}${rule}${said}${refused}  ${command}  ${argv}${cut}`;
  }
  const held = entry.sandbox.applied ? entry.sandbox.kind : 'no sandbox';
  const end = entry.error === undefined ? endOf(entry) : `did not run: ${plainLine(entry.error)}`;
  const planted = (entry.planted ?? []).map(({ path, movedTo, why }) =>
    escapeLine(`, left ${path}${movedTo === undefined ? '' : `, moved to ${movedTo}`} (${why})`),
  );
  return `${who}  ${end}, ${held}${planted.join('')}  ${argv}`;
}

/** What rotation removed of the log, or of its chain of refused calls. */
export function describeDropped({
  first,
  count,
  from,
  to,
}: Pick<AuditGone, 'first' | 'count' | 'from' | 'to'>): string {
  const when = to === undefined ? '' : from === undefined ? `, up to ${to}` : `, from ${from} to ${to}`;
  const what = count === undefined ? 'what was' : count === 1 ? '1 entry' : `${count} entries`;
  return `rotation removed ${what} before entry ${first}${when}`;
}

function endOf({ exitCode, timedOut, truncated }: Extract<AuditEntry, { event: 'execution' }>): string {
  if (timedOut) return 'ran out of time';
  if (truncated) return 'was ended, it wrote too much';
  return exitCode === null ? 'was ended by a signal' : `exit code ${exitCode}`;
}
