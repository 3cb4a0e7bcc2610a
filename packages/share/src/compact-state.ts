import { readDocuments, readLaidOut, writeDocuments } from './compact-documents.ts';
import { isRecord } from './is-record.ts';
import type { ShareState, SharedCall, SharedFilter } from './share-state.ts';

/** Left out of links. Part of the format: changing it would change what old links say. */
const DEFAULT_PROVIDER = 'openai';
/** Deepest nesting of arguments and policies taken from a link. */
const MAX_DEPTH = 100;

export interface CompactState {
  /** One line of JSON, and behind it the documents. */
  readonly text: string;
  /** How many characters of white space were taken out of the documents: all of them ASCII. */
  readonly spaces: number;
}

/**
 * Writes a state as one line of JSON, short keys and no defaults, and behind it the documents' texts as they are but for white
 * space that a number can say: inside the JSON each quote and line break would be escaped, which costs a tenth of a link.
 */
export function writeCompact(state: ShareState): CompactState {
  const { entries, texts, spaces } = writeDocuments(state.documents);
  return { text: `${JSON.stringify(toCompact(state, entries))}\n${texts}`, spaces };
}

function toCompact(state: ShareState, entries: readonly unknown[]): Record<string, unknown> {
  return {
    t: entries,
    ...(state.provider !== DEFAULT_PROVIDER && { p: state.provider }),
    ...(state.strict === true && { s: 1 }),
    ...(state.filter && { f: compactFilter(state.filter) }),
    ...(state.panel !== undefined && { n: state.panel }),
    ...(state.call && { c: [state.call.name, state.call.arguments] }),
    ...(state.response !== undefined && { r: state.response }),
    ...(state.output !== undefined && { o: state.output }),
    ...(state.policy && { y: state.policy }),
  };
}

function compactFilter({ commands, depth }: SharedFilter): Record<string, unknown> {
  return { ...(commands && { c: commands }), ...(depth !== undefined && { d: depth }) };
}

/**
 * Reads what {@link writeCompact} wrote or once wrote, or anything else that came in a link.
 *
 * @param maxLength of all documents together, in UTF-16 units: white space that is put back comes on top of what was inflated.
 * @returns a code when a part has the wrong shape or there is too much; unknown keys are passed over, so that older pages read
 * newer links.
 */
export function readCompact(text: string, maxLength: number): ShareState | 'invalid-state' | 'too-large' {
  const end = text.indexOf('\n');
  return end < 0 ? 'invalid-state' : fromCompact(parseJson(text.slice(0, end)), text.slice(end + 1), maxLength);
}

/** `undefined` for what is no JSON: no state either. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

function fromCompact(value: unknown, texts: string, maxLength: number): ShareState | 'invalid-state' | 'too-large' {
  if (!isRecord(value) || !isShallow(value, MAX_DEPTH)) {
    return 'invalid-state';
  }
  const documents = value.t === undefined ? readDocuments(value.d, texts) : readLaidOut(value.t, texts, maxLength);
  if (typeof documents === 'string') {
    return documents;
  }
  const filter = readFilter(value.f);
  const call = readCall(value.c);
  const strings = [value.p, value.n, value.r, value.o];
  const isWrong =
    filter === null ||
    call === null ||
    !strings.every((text) => text === undefined || typeof text === 'string') ||
    !(value.y === undefined || isRecord(value.y));
  if (isWrong) {
    return 'invalid-state';
  }
  return {
    documents,
    provider: typeof value.p === 'string' ? value.p : DEFAULT_PROVIDER,
    ...(value.s === 1 && { strict: true }),
    ...(filter && { filter }),
    ...(typeof value.n === 'string' && { panel: value.n }),
    ...(call && { call }),
    ...(typeof value.r === 'string' && { response: value.r }),
    ...(typeof value.o === 'string' && { output: value.o }),
    ...(isRecord(value.y) && { policy: value.y }),
  };
}

/** `null`: present, but wrong. */
function readFilter(value: unknown): SharedFilter | undefined | null {
  if (value === undefined) {
    return undefined;
  }
  if (!isRecord(value)) {
    return null;
  }
  const { c: commands, d: depth } = value;
  const listed =
    commands === undefined || (Array.isArray(commands) && commands.every((name) => typeof name === 'string'));
  if (!listed || !(depth === undefined || (Number.isSafeInteger(depth) && Number(depth) > 0))) {
    return null;
  }
  return { ...(Array.isArray(commands) && { commands }), ...(typeof depth === 'number' && { depth }) };
}

/** `null`: present, but wrong. */
function readCall(value: unknown): SharedCall | undefined | null {
  if (value === undefined) {
    return undefined;
  }
  const [name, given]: readonly unknown[] = Array.isArray(value) ? value : [];
  return typeof name === 'string' && isRecord(given) ? { name, arguments: given } : null;
}

/** Level by level, so that depth costs no stack; only what has members of its own is kept for the next, since there may be millions. */
function isShallow(value: unknown, maxDepth: number): boolean {
  let level: readonly object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const next: object[] = [];
    for (const item of level) {
      for (const member of Array.isArray(item) ? item : Object.values(item)) {
        if (typeof member === 'object' && member !== null) {
          next.push(member);
        }
      }
    }
    level = next;
  }
  return level.every((item) => Object.keys(item).length === 0);
}
