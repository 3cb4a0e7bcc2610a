/** Writes a working copy between visits, and reads it back whatever happened to the storage. */
import { type CommandFilter, PROVIDERS } from '@atip/core';
import { isRecord } from '@atip/core/internal';
import { parseJson } from '../text/json.ts';
import { BLANK, MAX_RECENT, TABS, tidyName, VIEWS, WAYS, type PageDocument, type WorkingCopy } from './working-copy.ts';

/** `local` is shared by all tabs of the browser, `session` belongs to this tab. */
export interface Stores {
  readonly local: SafeStorage;
  readonly session: SafeStorage;
}

const DRAFT_KEY = 'atip.draft.v1';
/** In `session` the name of this tab, in `local` that of the tab that wrote the draft. */
const TAB_KEY = 'atip.tab.v1';

const ADDRESS_KEY = 'atip.address.v1';

/**
 * Puts a link to this page's documents into the address. It is remembered for a reload, when the draft is newer than
 * the link. The session store keeps it, because the state of the history may be lost when the browser leaves the page
 * at that very moment.
 */
export function writeAddress({ session }: Stores, fragment: string): void {
  session.setItem(ADDRESS_KEY, fragment);
  history.replaceState(null, '', location.pathname + location.search + fragment);
}

/** True for an address that this tab wrote itself. */
export function isOwnAddress({ session }: Stores, fragment: string): boolean {
  return session.getItem(ADDRESS_KEY) === fragment;
}

/** The draft of this tab from before a reload, else the newest of all tabs. Two tabs never overwrite each other's. */
export function storedDraft({ local, session }: Stores): WorkingCopy | undefined {
  return readDraft(session.getItem(DRAFT_KEY)) ?? readDraft(local.getItem(DRAFT_KEY));
}

/** The draft that this page wrote last. */
let lastStored: (WorkingCopy & { readonly text: string }) | undefined;

/**
 * Documents of another tab that wrote last become recent ones, so that closing both tabs loses nothing.
 * @returns false: the browser refuses, as it does beyond some 5 million characters, and the draft lives until the page closes
 */
export function storeDraft({ local, session }: Stores, copy: WorkingCopy): boolean {
  session.setItem(DRAFT_KEY, JSON.stringify(copy));
  const tab = session.getItem(TAB_KEY) ?? crypto.randomUUID();
  session.setItem(TAB_KEY, tab);
  const stored = local.getItem(DRAFT_KEY);
  // Read again only after another tab has written: a draft may have a megabyte, and is stored at each pause of typing.
  const before = stored === lastStored?.text ? lastStored : readDraft(stored);
  const writer = local.getItem(TAB_KEY);
  const others = writer === tab ? [] : (before?.documents ?? []);
  const theirs = others.map((document) => ({ ...document, id: `${writer} ${document.id}` }));
  const texts = new Set(['', ...copy.documents.map(({ text }) => text)]);
  const recent: PageDocument[] = [];
  for (const document of [...theirs, ...(copy.recent ?? []), ...(before?.recent ?? [])]) {
    // An earlier version of this tab's own, as another tab kept it.
    if (document.id.startsWith(`${tab} `)) continue;
    if (texts.has(document.text) || recent.some(({ id }) => id === document.id)) continue;
    texts.add(document.text);
    recent.push(document);
  }
  local.setItem(TAB_KEY, tab);
  const kept = { ...copy, recent: recent.slice(0, MAX_RECENT) };
  lastStored = { ...kept, text: JSON.stringify(kept) };
  return local.setItem(DRAFT_KEY, lastStored.text);
}

export function readDraft(stored: string | null): WorkingCopy | undefined {
  const parsed = parseJson(stored ?? '');
  return parsed.ok && isRecord(parsed.value) ? copyFrom(parsed.value) : undefined;
}

const oneOf =
  <Value>(values: readonly Value[]) =>
  (stored: unknown): Value | undefined =>
    values.find((value) => value === stored);
const textFrom = (stored: unknown) => (typeof stored === 'string' ? stored : undefined);
const recordFrom = (stored: unknown) => (isRecord(stored) ? stored : undefined);

/** How each setting is read; what another version of the page has stored otherwise is as if it had not. */
const SETTINGS = {
  provider: oneOf(PROVIDERS),
  beside: oneOf(PROVIDERS),
  strict: oneOf([true, false]),
  tab: oneOf(TABS),
  view: oneOf(VIEWS),
  policy: recordFrom,
  isPolicyOfLink: oneOf([true]),
  response: textFrom,
  way: oneOf(WAYS),
  call: callFrom,
  line: textFrom,
  output: textFrom,
};

/** Reads a working copy from stored values; `undefined` without a document. No text is ever dropped for a setting. */
export function copyFrom(stored: Readonly<Record<string, unknown>>): WorkingCopy | undefined {
  const documents = documentsFrom(stored['documents']);
  const [first] = documents;
  if (first === undefined) return undefined;
  const read = Object.entries(SETTINGS).map(([key, from]) => [key, from(stored[key])] as const);
  return {
    ...BLANK,
    ...Object.fromEntries(read.filter(([, value]) => value !== undefined)),
    documents,
    active: documents.find(({ id }) => id === stored['active'])?.id ?? first.id,
    recent: documentsFrom(stored['recent']),
  };
}

function callFrom(stored: unknown): WorkingCopy['call'] {
  const { name, arguments: args } = recordFrom(stored) ?? {};
  return typeof name === 'string' && isRecord(args) ? { name, arguments: args } : undefined;
}

function documentsFrom(stored: unknown): readonly PageDocument[] {
  const entries: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return entries.flatMap((entry, index): PageDocument[] => {
    const { id, name, text, filter } = recordFrom(entry) ?? {};
    if (typeof text !== 'string') return [];
    const tidy = tidyName(textFrom(name) ?? '');
    return [{ id: textFrom(id) ?? `d${index + 1}`, name: tidy, text, filter: filterFrom(filter) }];
  });
}

function filterFrom(stored: unknown): CommandFilter | undefined {
  const { commands, depth } = recordFrom(stored) ?? {};
  const names = Array.isArray(commands) ? commands.filter((name): name is string => typeof name === 'string') : [];
  const levels = typeof depth === 'number' && Number.isSafeInteger(depth) && depth > 0 ? depth : undefined;
  if (names.length === 0 && levels === undefined) return undefined;
  return { commands: names.length > 0 ? names : undefined, depth: levels };
}

export type SafeStorage = ReturnType<typeof safeStorage>;
type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Storage that never throws. Browsers refuse in three ways: reaching it throws (blocked site data), it is missing, or
 * writing throws (quota). The values then live in memory, until the page closes.
 */
export function safeStorage(open: () => BrowserStorage | undefined) {
  const memory = new Map<string, string>();
  const attempt = <Result>(use: (storage: BrowserStorage) => Result): Result | undefined => {
    try {
      const storage = open();
      return storage && use(storage);
    } catch (error) {
      if (error instanceof DOMException) return undefined;
      throw error;
    }
  };
  return {
    /** `null` when nothing is stored. */
    getItem: (key: string): string | null => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    /** False: the browser does not keep it. */
    setItem: (key: string, value: string): boolean => {
      memory.set(key, value);
      const isStored = attempt((storage) => storage.setItem(key, value) === undefined) === true;
      if (isStored) memory.delete(key);
      return isStored;
    },
    removeItem: (key: string): void => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}
