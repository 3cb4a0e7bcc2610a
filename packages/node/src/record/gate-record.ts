import { accessSync, closeSync, constants, fstatSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Decision } from '@atip/core';
import { DECISIONS, isRecord, visibleJson } from '@atip/core/internal';
import { withFileLock } from '../files/file-lock.ts';
import { makeDirectory } from '../files/make-directory.ts';
import { parseJson } from '../files/read-bounded-file.ts';
import { systemErrorCode } from '../files/system-error.ts';
import { type FoundEntry, readNewest } from './audit-files.ts';
import type { Redact } from './redact-text.ts';

/** A decision of the gate about a line. The agent runs the line itself, or asks its person. */
export interface GateEntry {
  readonly event: 'gate';
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Redacted, at most 4,096 UTF-16 units and a mark. Empty: the agent's question could not be read. */
  readonly line: string;
  readonly decision: Decision;
  /** The name of the rule that decided. */
  readonly rule?: string | undefined;
  /** Redacted. Absent for an allowed line. */
  readonly reasons?: readonly string[] | undefined;
  /** Absent: a person asked, with `atip gate`. */
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
  /** The directory in which the line starts. */
  readonly cwd: string;
  /** The agent's own directory. Absent: `cwd`. */
  readonly root?: string | undefined;
}

/** The record's file, and the home that is never made for it. */
interface GatePlaces {
  readonly gate: string;
  readonly home: string;
}

/** Bytes of a file before the next one begins; one older file is kept. */
const MAX_BYTES = 8_388_608;
/** UTF-16 units of a text, and of the part of it that is searched for secrets. */
const [MAX_TEXT, MAX_SEARCHED] = [4096, 1_048_576];
const MAX_REASONS = 20;
/** Ends a shortened text. */
const CUT = '…[CUT]';

/**
 * Records a decision in one write, so that hooks neither wait for each other nor lose each other's lines. The write
 * begins with a line break, because an earlier one may have been cut off on a full disk. If the record cannot be
 * written, the decision still counts, and `whyUnwritable` says why.
 */
export async function recordGate({ gate: file, home }: GatePlaces, entry: GateEntry, redact: Redact): Promise<void> {
  try {
    if (append(file, home, visibleJson(JSON.stringify(recorded(entry, redact)))) > MAX_BYTES) await rotate(file);
  } catch {
    // An agent waits for the decision, also where the record is broken.
  }
}

/** Leaves out the reasons of an allowed line, because they only quote it. */
function recorded({ reasons = [], ...entry }: GateEntry, redact: Redact): GateEntry {
  const line = shorten(entry.line, redact);
  if (entry.decision === 'allow') return { ...entry, line };
  return { ...entry, line, reasons: reasons.slice(0, MAX_REASONS).map((reason) => shorten(reason, redact)) };
}

function shorten(text: string, redact: Redact): string {
  const kept = redact(text.slice(0, MAX_SEARCHED));
  if (kept.length <= MAX_TEXT && text.length <= MAX_SEARCHED) return kept;
  // Not within a character of two units.
  return kept.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '') + CUT;
}

/** True for a line that the record has in full, so that it can be judged again. */
export function isWholeLine(line: string): boolean {
  return line !== '' && !line.endsWith(CUT) && !line.includes('[REDACTED]');
}

/** Follows no link, and does not wait for a pipe. */
const FLAGS =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** @returns the bytes of the file */
function append(file: string, home: string, text: string): number {
  const to = openOwn(file, home);
  try {
    writeSync(to, `\n${text}\n`);
    return fstatSync(to).size;
  } finally {
    closeSync(to);
  }
}

function openOwn(file: string, home: string): number {
  try {
    return openSync(file, FLAGS, 0o600);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    makeDirectory(dirname(file), home);
    return openSync(file, FLAGS, 0o600);
  }
}

/** A hook that has the file open writes to it under its new name. One that finds the lock taken leaves the rest to its holder. */
async function rotate(file: string): Promise<void> {
  const replace = async (): Promise<void> => {
    if (statSync(file).size > MAX_BYTES) renameSync(file, `${file}.1`);
  };
  await withFileLock(`${file}.lock`, replace, { timeout: 0 });
}

/**
 * Finds out why a file cannot be written, or made below an existing home.
 * @returns the code of the system's error; undefined if it can
 */
export function whyUnwritable(file: string, home: string): string | undefined {
  for (let at = file; ; at = dirname(at)) {
    try {
      if (at === file && statSync(at).isDirectory()) return 'EISDIR';
      accessSync(at, constants.W_OK);
      return undefined;
    } catch (error) {
      const code = systemErrorCode(error);
      if (code !== 'ENOENT' || at === home || at === dirname(at)) return code;
    }
  }
}

/** Reads the newest decisions, the oldest of them first. @throws the system's error */
export function readGateRecord(file: string): AsyncGenerator<FoundEntry<GateEntry>> {
  return readNewest(file, parseEntry);
}

function parseEntry(bytes: Buffer): GateEntry | undefined {
  const value = parseJson(bytes.toString('utf8'));
  return isEntry(value) ? value : undefined;
}

/** Checks every field, because an agent can write this file. */
function isEntry(value: unknown): value is GateEntry {
  if (!isRecord(value) || value['event'] !== 'gate') return false;
  const { time, line, decision, rule = '', reasons = [], agent = '', session = '', cwd, root = '' } = value;
  return (
    [time, line, cwd, rule, agent, session, root].every((text) => typeof text === 'string') &&
    Number.isFinite(Date.parse(String(time))) &&
    DECISIONS.some((one) => one === decision) &&
    Array.isArray(reasons) &&
    reasons.every((reason) => typeof reason === 'string')
  );
}
