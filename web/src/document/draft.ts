/** Writes a working copy between visits, and reads it back whatever happened to the storage. */
import { parseJson } from '../text/json.ts';
import { isRecord } from '@atip/core/internal';
import type { CommandFilter } from '@atip/core';
import { isProvider } from './providers.ts';
import { TABS, WAYS, tidyName, type PageDocument, type WorkingCopy } from './working-copy.ts';

/** Edits to a shared document, per browser tab, so that a reload does not lose them. */
export const SHARED_KEY = 'atip.shared.v1';

/** The browser's storage: shared by its tabs, and of this tab. */
export interface Stores {
  readonly local: SafeStorage;
  readonly session: SafeStorage;
}

const DRAFT_KEY = 'atip.draft.v1';

/** The draft of this tab from before a reload, else the newest of all tabs. Two tabs never overwrite each other's. */
export function storedDraft({ local, session }: Stores): WorkingCopy | undefined {
  return readDraft(session.getItem(DRAFT_KEY)) ?? readDraft(local.getItem(DRAFT_KEY));
}

/** False: the browser refuses, as it does beyond some 5 million characters, and the draft lives until the page closes. */
export function storeDraft({ local, session }: Stores, copy: WorkingCopy): boolean {
  const text = JSON.stringify(copy);
  session.setItem(DRAFT_KEY, text);
  return local.setItem(DRAFT_KEY, text);
}

/** Reads a copy from its JSON; `undefined` without a copy of ours. */
export function readDraft(stored: string | null): WorkingCopy | undefined {
  return copyFrom(storedValue(stored));
}

/**
 * Reads a working copy from a stored value, perhaps of another version of the page.
 * Unknown settings fall back to OpenAI, not strict, Output; no text is ever dropped for them.
 */
export function copyFrom(value: unknown): WorkingCopy | undefined {
  if (!isRecord(value)) return undefined;
  const documents = documentsFrom(value);
  const first = documents[0];
  if (first === undefined) return undefined;
  const { active, provider, policy, response, output, line, way, call } = value;
  return {
    documents,
    active: documents.find(({ id }) => id === active)?.id ?? first.id,
    provider: isProvider(provider) ? provider : 'openai',
    strict: value['strict'] === true,
    tab: TABS.find((tab) => tab === value['tab']) ?? 'output',
    policy: isRecord(policy) ? policy : undefined,
    response: textFrom(response),
    output: textFrom(output),
    line: textFrom(line),
    way: WAYS.find((one) => one === way),
    call: callFrom(call),
  };
}

function textFrom(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The filter of a link or a draft; undefined when it is invalid. */
function filterFrom(value: unknown): CommandFilter | undefined {
  if (!isRecord(value)) return undefined;
  const { commands, depth: levels } = value;
  const names = Array.isArray(commands) ? commands.filter((name): name is string => typeof name === 'string') : [];
  const depth = typeof levels === 'number' && Number.isSafeInteger(levels) && levels > 0 ? levels : undefined;
  if (names.length === 0 && depth === undefined) return undefined;
  return { commands: names.length > 0 ? names : undefined, depth };
}

export function writeSharedEdits(fragment: string, copy: WorkingCopy): string {
  return JSON.stringify({ ...copy, fragment });
}

export function readSharedEdits(stored: string | null, fragment: string): WorkingCopy | undefined {
  const value = storedValue(stored);
  return isRecord(value) && value['fragment'] === fragment ? copyFrom(value) : undefined;
}

function documentsFrom(value: Readonly<Record<string, unknown>>): readonly PageDocument[] {
  const { documents } = value;
  const entries: readonly unknown[] = Array.isArray(documents) ? documents : [];
  const read = entries.flatMap((entry, index) => {
    if (!isRecord(entry) || typeof entry['text'] !== 'string') return [];
    const { id, name, text, filter } = entry;
    const document: PageDocument = {
      // Keep ids of our own form, so that `active` still finds its document.
      id: typeof id === 'string' && /^d\d+$/.test(id) ? id : `d${index + 1}`,
      name: (typeof name === 'string' ? tidyName(name) : undefined) ?? 'untitled.json',
      text,
      filter: filterFrom(filter),
    };
    return [document];
  });
  // The page would take two documents with one id for one.
  const ids = new Set(read.map(({ id }) => id));
  return ids.size === read.length ? read : read.map((document, index) => ({ ...document, id: `d${index + 1}` }));
}

function callFrom(value: unknown): WorkingCopy['call'] {
  if (!isRecord(value) || typeof value['name'] !== 'string' || !isRecord(value['arguments'])) return undefined;
  return { name: value['name'], arguments: value['arguments'] };
}

/** An entry of another program, or a truncated one, counts as missing. */
function storedValue(stored: string | null): unknown {
  const parsed = parseJson(stored ?? '');
  return parsed.ok ? parsed.value : undefined;
}

export type SafeStorage = ReturnType<typeof safeStorage>;

/**
 * Wraps `open()` so that a refusal never throws.
 *
 * Browsers refuse in three ways: reaching `localStorage` throws (blocked site data), it is missing, or writing throws
 * (quota). In each case the values go to memory, and `setItem` says so.
 */
export function safeStorage(open: () => Storage | undefined) {
  const memory = new Map<string, string>();
  const attempt = <Result>(use: (storage: Storage) => Result, fallback: Result): Result => {
    try {
      const storage = open();
      if (storage !== undefined) return use(storage);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
    return fallback;
  };
  return {
    /** `null` when nothing is stored or storage is out of reach. */
    getItem: (key: string): string | null => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    /** Keeps a value. False: the browser refuses, and it lives until the page closes. */
    setItem: (key: string, value: string): boolean => {
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (kept) memory.delete(key);
      else memory.set(key, value);
      return kept;
    },
    removeItem: (key: string): void => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
  };
}
