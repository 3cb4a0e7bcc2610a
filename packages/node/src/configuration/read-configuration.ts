import { lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readJson, findNode } from '@atip/core/internal';
import { whyOthersWrite } from '../executables/find-executable.ts';
import { digestOf, readText } from '../files/read-bounded-file.ts';
import { allowedOr } from '../files/system-error.ts';
import { type Configuration, configurationProblems } from './configuration-fields.ts';

/** The owner of a configuration file. */
type ConfigurationLayer = 'system' | 'person' | 'project';

export interface ConfigurationProblem {
  readonly file: string;
  /** From 1. Absent: the problem concerns the whole file. */
  readonly line?: number;
  /** A sentence. */
  readonly message: string;
  /** `error`: no call is decided until it is fixed. `warning`: the part is ignored. */
  readonly severity: 'error' | 'warning';
}

/** A configuration file after reading. */
export interface ConfigurationFile {
  readonly layer: ConfigurationLayer;
  /** Absolute. */
  readonly path: string;
  readonly state: 'missing' | 'read' | 'refused';
  /** Empty unless the file was read without a problem. */
  readonly value: Configuration;
  /** SHA-256 of the bytes of a project's file, to which a person's trust belongs. Absent: it was not read. */
  readonly digest?: string | undefined;
  readonly problems: readonly ConfigurationProblem[];
  /** The line, from 1, of the value at a JSON pointer without its first slash. */
  lineOf(part: string): number;
}

/** Bytes of one file; rules for a thousand commands need a tenth of it. */
export const MAX_CONFIGURATION = 1_048_576;

/**
 * Reads a configuration file that only root and this user can have written.
 *
 * Refuses anything but a regular file, a symbolic link, a file or directory that another user owns or may write, more
 * than 1 MiB, text that is not UTF-8 or not JSON, and the findings of `configurationProblems`. Checks owner and
 * permissions of the opened file, so that it cannot be replaced before reading. Skips them without user ids (Windows).
 */
export async function readConfiguration(layer: ConfigurationLayer, path: string): Promise<ConfigurationFile> {
  const ended = (state: 'missing' | 'refused', message?: string, severity: 'error' | 'warning' = 'error') => ({
    ...{ layer, path, state, value: {}, lineOf: () => 1 },
    problems: message === undefined ? [] : [{ file: path, message, severity }],
  });
  // Otherwise another user could stop every call below a world-writable directory such as /tmp.
  const distrust = (message: string) => ended('refused', message, layer === 'project' ? 'warning' : 'error');
  const around = allowedOr(undefined, () => lstatSync(dirname(path)));
  if (layer === 'project' && around?.isSymbolicLink()) return distrust('Its directory is a symbolic link.');
  let fault: string | undefined;
  const reading = await readText(path, MAX_CONFIGURATION, 'refused', (stats) => {
    fault = whyOthersWrite(path, stats) ?? whyOthersWrite(dirname(path), statSync(dirname(path)));
  });
  if (fault !== undefined) return distrust(fault);
  const { problem, reason } = reading;
  if (problem === undefined) {
    const digest = layer === 'project' ? digestOf(reading.bytes) : undefined;
    return { layer, path, digest, ...parseConfiguration(reading.text, path) };
  }
  if (problem === 'missing') return ended('missing');
  return problem === 'symlink' || problem === 'not-a-file' ? distrust(reason) : ended('refused', reason);
}

/** Parses a configuration's text, with the line of every problem. */
export function parseConfiguration(
  source: string,
  path: string,
): Pick<ConfigurationFile, 'state' | 'value' | 'problems' | 'lineOf'> {
  const { root, issues, lines } = readJson(source);
  const broken = issues.filter(({ severity }) => severity === 'error' || severity === 'warning');
  const lineOf = (part: string): number => {
    if (root === undefined) return 1;
    const { node, member } = findNode(root, part === '' ? [] : part.split('/'));
    return lines.positionAt(member?.keyStart ?? node.start).line;
  };
  const problems = [
    ...broken.map(({ message, range }) => ({ line: range?.start.line ?? 1, message })),
    ...(root === undefined || broken.length > 0
      ? []
      : configurationProblems(root.value).map(({ part, message }) => ({ line: lineOf(part), message }))),
  ].map((one) => ({ file: path, severity: 'error' as const, ...one }));
  if (root === undefined || problems.length > 0) return { state: 'refused', value: {}, problems, lineOf };
  // `configurationProblems` has found no problem.
  return { state: 'read', value: root.value as Configuration, problems, lineOf };
}
