import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Public statements about commands, collected outside of this repository; a checkout alone has none. `ATIP_SHARED` names
 * the directory where it is not beside this one.
 */
const LABELS = join(
  process.env['ATIP_SHARED'] ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'data/effects/labels.json',
);

export interface Label {
  readonly command: string;
  readonly label: string;
  readonly source: string;
  readonly unit: string;
  readonly description?: string;
}

/** What a label says is true of a command, in the terms of the verdicts. */
export type Truth = 'read' | 'write' | 'destructive' | 'harmful' | 'asked' | 'allowed';

/**
 * How the labels are read. The first three say what a command does. The others say what somebody's policy does about it:
 * `harmful` (risky, dangerous, a flag that is unsafe) has to be called anything but read; `asked` and `allowed` prove
 * nothing (lists ask before `git log -p` and allow `rm file.txt`), so they are counted and carry no figure.
 */
const TRUTHS: Readonly<Record<string, Truth>> = {
  read: 'read',
  write: 'write',
  destructive: 'destructive',
  risky: 'harmful',
  dangerous: 'harmful',
  'unsafe-flag': 'harmful',
  blocked: 'harmful',
  ask: 'asked',
  safe: 'allowed',
  'safe-conditional': 'allowed',
  'not-risky': 'allowed',
  'not-dangerous': 'allowed',
};

/** @throws Error for a label that nobody decided about */
export function truthOf(label: string): Truth {
  const truth = TRUTHS[label];
  if (truth === undefined) throw new Error(`The label ${label} has no meaning here.`);
  return truth;
}

/** The rows, or nothing where they are not at hand. */
export function loadLabels(): readonly Label[] | undefined {
  if (!existsSync(LABELS)) return undefined;
  const rows: unknown = JSON.parse(readFileSync(LABELS, 'utf8'));
  if (!Array.isArray(rows) || !rows.every(isLabel)) throw new Error(`${LABELS} holds no labels.`);
  return rows;
}

function isLabel(row: unknown): row is Label {
  return (
    typeof row === 'object' &&
    row !== null &&
    ['command', 'label', 'source', 'unit'].every((field) => typeof Reflect.get(row, field) === 'string')
  );
}

/** Which half a row is in: by FNV-1a over the command's UTF-8 bytes, so that one command is never in both. */
export function halfOf({ command }: Label): 'tuning' | 'reporting' {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(command)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % 2 === 0 ? 'tuning' : 'reporting';
}
