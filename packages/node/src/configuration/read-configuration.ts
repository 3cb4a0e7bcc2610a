import type { Stats } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readJson } from '@atip/core';
import { findNode } from '@atip/core/internal';
import { checkWriters, currentAccount } from '../executables/check-writers.ts';
import { decodeUtf8, readBoundedFile } from '../files/read-bounded-file.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { type Configuration, configurationProblems } from './configuration-fields.ts';

/** Whose a configuration file is. */
export type ConfigurationLayer = 'system' | 'person' | 'project';

export interface ConfigurationProblem {
  readonly file: string;
  /** From 1 on. Absent: it is about the file as a whole. */
  readonly line?: number;
  /** A sentence. */
  readonly message: string;
  /** `error`: no call is decided until it is mended. `warning`: what it is about is left out. */
  readonly severity: 'error' | 'warning';
}

/** A configuration file as it was read. */
export interface ConfigurationFile {
  readonly layer: ConfigurationLayer;
  /** Absolute. */
  readonly path: string;
  readonly state: 'missing' | 'read' | 'refused';
  /** Empty unless it was read without a problem. */
  readonly value: Configuration;
  /** SHA-256 of its bytes. Absent: they were not read. */
  readonly digest?: string;
  readonly problems: readonly ConfigurationProblem[];
  /** The line, from 1 on, of what a JSON pointer without its first slash leads to. */
  lineOf(part: string): number;
}

/** Bytes of one file; rules for a thousand commands have a tenth of it. */
export const MAX_CONFIGURATION = 1_048_576;

/**
 * Reads a configuration file if nobody but root and this user can have written it.
 *
 * Refused are: what is no regular file, a symbolic link, a file or directory that others may write or that belongs to somebody
 * else, more than 1 MiB, what is not UTF-8 or not JSON, and what `configurationProblems` finds. Owner and permissions are those
 * of the opened file, so that it cannot be another one when it is read. Where users have no numbers (Windows) they are not asked.
 */
export async function readConfiguration(layer: ConfigurationLayer, path: string): Promise<ConfigurationFile> {
  const ended = (state: 'missing' | 'refused', message?: string, severity: 'error' | 'warning' = 'error') => ({
    ...{ layer, path, state, value: {}, lineOf: () => 1 },
    problems: message === undefined ? [] : [{ file: path, message, severity }],
  });
  // A stranger could otherwise stop every call below a directory that all may write, such as /tmp.
  const distrust = (message: string) => ended('refused', message, layer === 'project' ? 'warning' : 'error');
  let bytes: Uint8Array;
  try {
    if (layer === 'project' && (await lstat(dirname(path))).isSymbolicLink())
      return distrust('Its directory is a symbolic link.');
    const directory = await stat(dirname(path));
    const reading = await readBoundedFile(path, MAX_CONFIGURATION, 'refused', (stats) => {
      const fault = writersFault(path, stats) ?? writersFault(dirname(path), directory);
      if (fault !== undefined) throw new DistrustError(fault);
    });
    if (reading.refused === 'not-a-file') return distrust('It is not a regular file.');
    if (reading.refused !== undefined) return ended('refused', `It is larger than ${MAX_CONFIGURATION} bytes.`);
    bytes = reading.bytes;
  } catch (error) {
    if (error instanceof DistrustError) return distrust(error.message);
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return ended('missing');
    // O_NOFOLLOW fails so on a link; EMLINK is FreeBSD's spelling.
    if (code === 'ELOOP' || code === 'EMLINK') return distrust('It is a symbolic link.');
    return ended('refused', `It cannot be read: ${describeSystemError(code)}.`);
  }
  const source = decodeUtf8(bytes);
  return source === undefined
    ? ended('refused', 'It is not valid UTF-8.')
    : { layer, path, digest: await digestOf(bytes), ...parseConfiguration(source, path) };
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
  // `configurationProblems` has just found none.
  return { state: 'read', value: root.value as Configuration, problems, lineOf };
}

/** Node loads its cryptography where it is used: most processes read no configuration. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(bytes).digest('hex');
}

class DistrustError extends Error {}

/** Why somebody else could have written it; undefined: nobody could. */
function writersFault(path: string, { uid, gid, mode }: Stats): string | undefined {
  const account = currentAccount();
  const stats = { uid: BigInt(uid), gid: BigInt(gid), mode: BigInt(mode) };
  return account === null ? undefined : checkWriters(path, stats, account)?.reason;
}
