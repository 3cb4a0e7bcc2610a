import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AtipTool, readArgv } from '@atip/core';
import type { LongOutput } from '@atip/core/internal';
import { quoteWord } from '../files/describe-effects.ts';
import { allowedOr } from '../files/system-error.ts';
import type { TemporaryFiles } from '../sandbox/sandbox.ts';

/** Long outputs of a session, in files that its runs see in their `/tmp`. */
export interface OutputFiles {
  /**
   * Writes an output, readable by this user only, and removes the oldest beyond the limit. @returns the path inside
   * runs; undefined if it cannot be written or would disappear with its run
   */
  keep(output: Pick<LongOutput, 'text' | 'kind'>, temporary: TemporaryFiles | undefined): string | undefined;
  /** True for the name of a file that was written here and not by a run. */
  isOurs(name: string): boolean;
}

/** Most files kept: at the largest output of a run, 400 MiB. */
const MAX_FILES = 20;

export function createOutputFiles(newName: () => string = () => randomBytes(4).toString('hex')): OutputFiles {
  const files = new Map<string, string>();
  return {
    keep({ text, kind }, temporary) {
      if (temporary?.source === undefined) return undefined;
      const name = `output-${newName()}.${kind === 'json' ? 'json' : 'txt'}`;
      const file = join(temporary.source, name);
      // Programs write to that directory too: an existing name, even a link, is not overwritten.
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

/** Lines requested by the suggested command. */
const LINES = 400;

/**
 * Names the place of an output, and a command for reading on, if one of the offered tools has it.
 * Shape: `The output is in /tmp/output-1f3a5c7e.txt. Read on with: sed -n 401,800p /tmp/output-1f3a5c7e.txt`
 */
export function readOnSentence(
  path: string,
  { kind, rest = '.', missing }: LongOutput,
  tools: readonly AtipTool[],
): string {
  const { first, last } = missing ?? { first: 1, last: LINES };
  const commands = [
    ...(kind === 'json' ? [['jq', rest, path]] : []),
    ...(missing ? [['sed', '-n', `${first},${Math.min(last, first + LINES - 1)}p`, path]] : []),
    ...(missing ? [['tail', '-n', `+${first}`, path]] : []),
    ['grep', '-n', 'WORD', path],
  ];
  const offered = commands.find((argv) => isOffered(argv, tools));
  return `The output is in ${path}.${offered === undefined ? '' : ` Read on with: ${offered.map(quoteWord).join(' ')}`}`;
}

function isOffered(argv: readonly string[], tools: readonly AtipTool[]): boolean {
  const { mapping, unknown, problems } = readArgv(argv, tools);
  return mapping !== undefined && unknown.length === 0 && problems.length === 0;
}
