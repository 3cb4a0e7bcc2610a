import type { Companion } from '../../companion/companion.ts';
import { createStore } from '../../page/store.ts';
import { sizeOf } from '../../text/words.ts';

export interface OpenRecord {
  readonly name: string;
  /** JSON, one value a line. */
  readonly text: string;
}

interface RecordState {
  readonly record?: OpenRecord;
  /** The reason against it, a sentence. */
  readonly problem?: string;
}

/** UTF-16 units, and so about bytes, of a record: some 20,000 decisions. */
export const MAX_RECORD = 16_000_000;

export const RECORD = createStore<RecordState>({});

export function isRecordFile({ name }: File): boolean {
  return /\.(?:jsonl|ndjson)$/i.test(name);
}

export async function openRecord(file: File): Promise<void> {
  const { name, size } = file;
  if (size > MAX_RECORD) {
    const problem = `${name} has ${sizeOf(size)}; a record may have ${sizeOf(MAX_RECORD)}. Take its end: tail -n 20000.`;
    return RECORD.set({ problem });
  }
  // Bytes that are no UTF-8 damage their own line only.
  const text = await file.text().catch(() => undefined);
  RECORD.set(text === undefined ? { problem: `${name} cannot be read.` } : { record: { name, text } });
}

/** Reads what the companion has on record, the newest of more than a page takes. */
export async function readCompanionRecord({ client, token }: Companion): Promise<void> {
  if (token === undefined) return;
  let [after, text]: [number | undefined, string] = [0, ''];
  while (after !== undefined) {
    const answer = await client.listAudit(token, after);
    if (!answer.ok) return RECORD.set({ problem: `${answer.problem.title}. ${answer.problem.detail}` });
    const { entries, more } = answer.value;
    text += entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    if (text.length > MAX_RECORD) text = text.slice(text.indexOf('\n', text.length - MAX_RECORD) + 1);
    after = more ? entries.at(-1)?.seq : undefined;
  }
  RECORD.set({ record: { name: 'the record of this computer’s companion', text } });
}
