import { basename } from 'node:path';
import { type AtipPattern, parseTool } from '@atip/core';
import { hiddenCharactersIn, isRecord } from '@atip/core/internal';
import { parseJson } from '../files/read-bounded-file.ts';
import type { XdgPaths } from '../process/xdg-paths.ts';
import { listJsonFiles } from './read-tool-directories.ts';
import { type SkippedTool, readTextFile, skip } from './tool-document.ts';

export interface FoundPattern {
  readonly pattern: AtipPattern;
  readonly source: string;
}

interface PatternScan {
  readonly found: readonly FoundPattern[];
  readonly skipped: readonly SkippedTool[];
}

/**
 * Reads every `*.json` of the `patterns` directories: a pattern, a list of patterns, or `{ "patterns": [ … ] }` as in a
 * document. Executes nothing.
 * @see ATIP 0.3 §3.9, §4
 */
export async function readPatterns(paths: Pick<XdgPaths, 'patterns' | 'system'>): Promise<PatternScan> {
  const found: FoundPattern[] = [];
  const skipped: SkippedTool[] = [];
  for (const directory of [paths.patterns, ...paths.system.map(({ patterns }) => patterns)]) {
    const files = listJsonFiles(directory);
    skipped.push(...files.skipped);
    for (const source of files.paths) {
      const unseen = hiddenCharactersIn(basename(source), true);
      if (unseen !== '') {
        skipped.push(skip(source, 'unsafe-name', `Characters hide in the name of this file (${unseen}).`).skipped);
        continue;
      }
      const reading = await readTextFile(source);
      if ('skipped' in reading) skipped.push(reading.skipped);
      else {
        const { patterns, problem } = readPatternList(reading.text);
        found.push(...patterns.map((pattern) => ({ pattern, source })));
        if (problem !== undefined) skipped.push(skip(source, 'invalid-pattern', problem).skipped);
      }
    }
  }
  return { found, skipped };
}

function readPatternList(text: string): PatternList {
  const value = parseJson(text);
  if (value === undefined) return { patterns: [], problem: 'It is not JSON.' };
  return checkPatterns(isRecord(value) && Array.isArray(value['patterns']) ? value['patterns'] : value);
}

interface PatternList {
  readonly patterns: readonly AtipPattern[];
  /** Absent: every item is a valid pattern. */
  readonly problem?: string;
}

/** Reads a pattern or a list of patterns with the checker for documents. */
function checkPatterns(value: unknown): PatternList {
  const patterns: unknown[] = Array.isArray(value) ? value : [value];
  const { tool, issues } = parseTool({
    atip: { version: '0.4' },
    name: 'patterns',
    version: '0',
    description: 'Patterns',
    patterns,
  });
  if (tool) return { patterns: tool.patterns ?? [] };
  const first = issues.find(({ severity }) => severity === 'error');
  return { patterns: [], problem: first === undefined ? 'It is no pattern.' : `${first.path}: ${first.message}` };
}
