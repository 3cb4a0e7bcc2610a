import type { ShareState, SharedCall, SharedDocument, SharedFilter } from './share-state.ts';

/** Left out of links. Part of the format: changing it would change what old links say. */
const DEFAULT_PROVIDER = 'openai';
/** Deepest nesting of arguments and policies taken from a link. */
const MAX_DEPTH = 100;

/**
 * Writes a state as one line of JSON, short keys and no defaults, and behind it the documents' texts as they are: inside
 * the JSON each quote and line break would be escaped, which costs a tenth of a link.
 */
export function writeCompact(state: ShareState): string {
  const texts = state.documents.map(({ text }) => (isWellFormed(text) ? text : ''));
  return `${JSON.stringify(toCompact(state))}\n${texts.join('')}`;
}

function toCompact(state: ShareState): Record<string, unknown> {
  return {
    d: state.documents.map(({ name, text }) => [name, isWellFormed(text) ? text.length : text]),
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
 * Reads what {@link writeCompact} wrote, or anything else that came in a link.
 *
 * @returns `undefined` when a part has the wrong shape; unknown keys are passed over, so that older pages read newer links.
 */
export function readCompact(text: string): ShareState | undefined {
  const end = text.indexOf('\n');
  return end < 0 ? undefined : fromCompact(parseJson(text.slice(0, end)), text.slice(end + 1));
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

function fromCompact(value: unknown, texts: string): ShareState | undefined {
  if (!isRecord(value) || !isShallow(value, MAX_DEPTH)) {
    return undefined;
  }
  const documents = readDocuments(value.d, texts);
  const filter = readFilter(value.f);
  const call = readCall(value.c);
  const strings = [value.p, value.n, value.r, value.o];
  const isWrong =
    documents === undefined ||
    filter === null ||
    call === null ||
    !strings.every((text) => text === undefined || typeof text === 'string') ||
    !(value.y === undefined || isRecord(value.y));
  if (isWrong) {
    return undefined;
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

/** A document's text stands behind the JSON and its length in it; or the text itself, which JSON can always carry. */
function readDocuments(value: unknown, texts: string): SharedDocument[] | undefined {
  if (!Array.isArray(value)) {
    return undefined;
  }
  const documents: SharedDocument[] = [];
  let offset = 0;
  for (const entry of value) {
    const [name, content]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof name !== 'string' || !(typeof content === 'string' || isLength(content))) {
      return undefined;
    }
    documents.push({ name, text: typeof content === 'string' ? content : texts.slice(offset, offset + content) });
    offset += typeof content === 'string' ? 0 : content;
  }
  // Fewer or more than there is: what follows would be somebody else's text.
  return offset === texts.length ? documents : undefined;
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** UTF-8 has no form for half a surrogate pair, so only JSON's escapes bring one back. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Level by level, so that depth costs no stack. */
function isShallow(value: unknown, maxDepth: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) {
      return true;
    }
  }
  return false;
}
