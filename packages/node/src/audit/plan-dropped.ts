import { open } from 'node:fs/promises';
import type { AuditDropped, AuditEntry } from './audit-event.ts';
import { planRotation } from './audit-files.ts';
import type { AuditHead } from './audit-head.ts';
import { parseLine } from './audit-line.ts';
import { lastLineBefore } from './continue-chain.ts';
import { readFirstLine } from './read-first-line.ts';
import { readLines } from './read-lines.ts';

interface Gone {
  readonly count: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * Sums up what a chain will have lost to rotation once the rotation that is due has been made.
 *
 * The sum goes from file to file, as the last line of each. A writer that was killed before it could rotate has written it
 * already.
 * @param last The chain's last line.
 * @returns undefined when nothing is or was removed, or the last line says it already.
 */
export async function planDropped(
  own: string,
  keep: number,
  { first }: AuditHead,
  last: AuditEntry | undefined,
): Promise<AuditDropped | undefined> {
  const isSaid = last?.event === 'dropped';
  const said = isSaid ? last : (await lastLineBefore(own))?.entry;
  const { removed, oldest } = await planRotation(own, keep);
  const before = said?.event === 'dropped' ? goneBy(said) : goneUnsaid(first);
  const files = await Promise.all(removed.map((path) => goneWith(path, first)));
  const { count, from, to } = [before, ...files].reduce(add);
  if (count === 0 || (isSaid && count === before.count)) return undefined;
  const firstKept = count === before.count ? first : ((await readFirstLine(oldest))?.seq ?? first);
  return {
    event: 'dropped',
    first: firstKept,
    count,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

function goneBy({ count, from, to }: AuditDropped): Gone {
  return { count, from, to };
}

/** What versions that did not say so removed: they had one chain, and so numbers without gaps. */
function goneUnsaid(first: number): Gone {
  return { count: first - 1, from: undefined, to: undefined };
}

function add(earlier: Gone, later: Gone): Gone {
  const from = earlier.count === 0 ? later.from : earlier.from;
  return { count: earlier.count + later.count, from, to: later.to ?? earlier.to };
}

/** What goes with a file, but for lines that were counted before: an interrupted rotation leaves its file. */
async function goneWith(path: string, first: number): Promise<Gone> {
  let [count, from, to]: [number, string | undefined, string | undefined] = [0, undefined, undefined];
  const file = await open(path, 'r');
  try {
    for await (const { bytes } of readLines(file)) {
      const entry = bytes === undefined ? undefined : parseLine(bytes);
      if (entry !== undefined && entry.seq < first) continue;
      count += 1;
      from ??= entry?.time;
      to = entry?.time ?? to;
    }
  } finally {
    await file.close();
  }
  return { count, from, to };
}
