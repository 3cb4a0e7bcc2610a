import { parseJson } from '../files/parse-json.ts';
import { digestOf } from '../files/digest.ts';
import { visibleJson, isRecord } from '@atip/core/internal';
import type { AuditEntry } from './audit-event.ts';

/** `prev` of the first line. */
export const FIRST_PREV: string = '0'.repeat(64);

/** Bytes of a line; the bounds of an event keep it well below. */
export const MAX_LINE = 2_097_152;

/** The end of a line: its last field. */
const HASH_FIELD = /^,"hash":"([0-9a-f]{64})"\}$/;
const HASH_FIELD_LENGTH = 75;

export interface AuditLine {
  readonly seq: number;
  readonly hash: string;
  readonly text: string;
  /** The parsed text. */
  readonly entry: AuditEntry;
}

/** Writes a line of the log. Its hash covers the bytes before it, `prev` included, and so all earlier lines. */
export function formatLine(
  place: { readonly seq: number; readonly time: string; readonly prev: string },
  event: Readonly<Record<string, unknown>>,
): AuditLine {
  const { seq, time, prev } = place;
  const body = toSafeJson({ seq, time, prev, ...event });
  const hash = digestOf(body);
  const text = `${body.slice(0, -1)},"hash":"${hash}"}`;
  // The text was just built from all fields of an entry.
  return { seq, hash, text: `${text}\n`, entry: { seq, time, prev, ...event, hash } as unknown as AuditEntry };
}

/**
 * Reads a line, without its end. @returns undefined when its hash does not match its bytes, or this library did not
 * write it.
 */
export function parseLine(bytes: Uint8Array): AuditEntry | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields = buffer.subarray(0, Math.max(buffer.length - HASH_FIELD_LENGTH, 0));
  const [, hash] = HASH_FIELD.exec(buffer.toString('latin1', fields.length)) ?? [];
  if (hash === undefined || hash !== digestOf(Buffer.concat([fields, Buffer.from('}')]))) return undefined;
  const entry = parseObject(buffer.toString('utf8'));
  if (entry === undefined || !Number.isSafeInteger(entry['seq']) || Number(entry['seq']) < 1) return undefined;
  if (typeof entry['time'] !== 'string' || typeof entry['event'] !== 'string') return undefined;
  if (typeof entry['prev'] !== 'string' || !/^[0-9a-f]{64}$/.test(entry['prev'])) return undefined;
  // The hash proves that the bytes are unchanged; the rest is the recorded event.
  return entry as unknown as AuditEntry;
}

/** The JSON object in a text; undefined for any other text. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}

/** Writes a value as JSON that is fully visible in any terminal. Shape: { a: "x\u202ey" } → {"a":"x\\u202ey"} */
export function toSafeJson(value: unknown): string {
  return visibleJson(JSON.stringify(value));
}
