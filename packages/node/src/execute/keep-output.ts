import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AtipTool, readArgv } from '@atip/core';
import type { LongOutput } from '@atip/core/internal';
import { allowedOr } from '../files/system-error.ts';
import type { TemporaryFiles } from '../sandbox/sandbox.ts';

/** Long outputs of a session, in files that its runs see in their `/tmp`. */
export interface OutputFiles {
  /**
   * Writes one, for this user alone, and removes the oldest where there are too many.
   * @returns the path as runs see it; undefined where it cannot be written or would be gone with its run
   */
  keep(output: Pick<LongOutput, 'text' | 'kind'>, temporary: TemporaryFiles | undefined): string | undefined;
  /** True for the name of a file that was written here: no run left it. */
  isOurs(name: string): boolean;
}

/** Files that are kept at a time: with the most that a run may write, 400 MiB. */
const MAX_FILES = 20;

export function createOutputFiles(newName: () => string = () => randomBytes(4).toString('hex')): OutputFiles {
  const files = new Map<string, string>();
  return {
    keep({ text, kind }, temporary) {
      if (temporary?.source === undefined) return undefined;
      const name = `output-${newName()}.${kind === 'json' ? 'json' : 'txt'}`;
      const file = join(temporary.source, name);
      // Programs write in that directory too: what already has the name, a link among them, is not written to.
      const isWritten = allowedOr(false, () => {
        writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
        return true;
      });
      if (!isWritten) return undefined;
      files.set(name, file);
      for (const [old, path] of [...files].slice(0, -MAX_FILES)) {
        allowedOr(undefined, () => rmSync(path, { force: true }));
        files.delete(old);
      }
      return join(temporary.at, name);
    },
    isOurs: (name) => files.has(name),
  };
}

/** Lines that a reading command asks for. */
const LINES = 400;

/**
 * Says where an output is, and the command that reads on, if one of the offered tools has it.
 * Shape: `All of it is in /tmp/output-1f3a5c7e.txt. Read on with: sed -n 401,800p /tmp/output-1f3a5c7e.txt`
 */
export function readOnSentence(path: string, { kind, missing }: LongOutput, tools: readonly AtipTool[]): string {
  const { first, last } = missing ?? { first: 1, last: LINES };
  const commands = [
    ...(kind === 'json' ? [['jq', '.', path]] : []),
    ...(missing ? [['sed', '-n', `${first},${Math.min(last, first + LINES - 1)}p`, path]] : []),
    ...(missing ? [['tail', '-n', `+${first}`, path]] : []),
    ['grep', '-n', 'WORD', path],
  ];
  const offered = commands.find((argv) => isOffered(argv, tools));
  return `All of it is in ${path}.${offered === undefined ? '' : ` Read on with: ${offered.join(' ')}`}`;
}

function isOffered(argv: readonly string[], tools: readonly AtipTool[]): boolean {
  const { mapping, unknown, problems } = readArgv(argv, tools);
  return mapping !== undefined && unknown.length === 0 && problems.length === 0;
}
