/** Tokens, the same for everyone who asks: by OpenAI's encoding once it is loaded, until then by a guess that says so. */
import { asRecord } from '@atip/core/internal';
import type { Provider } from '@atip/core';
import { PROVIDER_LABELS } from '../../document/providers.ts';

type TokenCounter = (text: string) => number;

interface TokenReport {
  readonly total: number;
  /** Tokens that the provider puts around the tools, once in a request, as far as published. */
  readonly frame: number;
  readonly tools: readonly number[];
  /** True until the encoding is loaded: ask again then. */
  readonly isEstimate: boolean;
  /** Says what was counted and how far the number may be trusted, without a full stop. */
  readonly label: string;
}

/**
 * Counts the tokens of compiled tools.
 *
 * OpenAI's models read functions as TypeScript types; these are counted as OpenAI publishes their form. The other
 * providers publish nothing: the compact JSON of each tool is counted with OpenAI's encoding.
 */
export function countTokens(
  tools: readonly unknown[],
  provider: Provider,
  counter: TokenCounter = loaded ?? estimateTokens,
): TokenReport {
  const isOpenAI = provider === 'openai' || provider === 'openai-responses';
  const frame = isOpenAI && tools.length > 0 ? counter(OPENAI_FRAME) : 0;
  const counts = tools.map((tool) =>
    counter(isOpenAI ? openAIFunction(toolParts(tool)) : (JSON.stringify(tool) ?? '')),
  );
  return {
    total: counts.reduce((sum, count) => sum + count, frame),
    frame,
    tools: counts,
    isEstimate: counter === estimateTokens,
    label: counter === estimateTokens ? QUICK_LABEL : exactLabel(provider, isOpenAI),
  };
}

function exactLabel(provider: Provider, isOpenAI: boolean): string {
  if (isOpenAI)
    return 'o200k_base, over the functions in the form that OpenAI publishes for its models; a bill may differ by some 6 %';
  if (provider === 'mcp')
    return "estimate: OpenAI's encoding over the JSON as listed; what a client sends its model may be less";
  return `estimate: OpenAI's encoding over the compact JSON; ${PROVIDER_LABELS[provider]} does not publish its own`;
}

/** A word of eight letters, three digits or four signs is about one token; of letters beyond English, each. */
const TOKEN = /[A-Za-z]{1,8}|\d{1,3}|[^\s\p{L}\d]{1,4}|\p{L}/gu;

/** Largest error of the guess for the tools of any of the 77 shims and any provider. */
export const ESTIMATE_ERROR = 0.2;

const QUICK_LABEL = `quick estimate from the characters, within ${ESTIMATE_ERROR * 100} %`;

/** Guesses a text's tokens from its characters: off by up to 20 % for a whole list of tools. */
export function estimateTokens(text: string): number {
  let count = 0;
  for (TOKEN.lastIndex = 0; TOKEN.test(text); ) count += 1;
  return count;
}

/** A description may contain the name of a control token, such as `<|endoftext|>`; it is counted as text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };
/** Merged pieces that the encoding caches; its default of 100,000 may take 200 MB. */
const MERGES = 20_000;
/** Texts whose count is cached, so that an edit counts one tool anew. */
const MAX_CACHED = 20_000;
/** UTF-16 units counted at once: the time that the encoding takes grows with the square of a run without spaces. */
const PIECE = 1024;

let loading: Promise<TokenCounter> | undefined;
let loaded: TokenCounter | undefined;

/**
 * Loads the encoding of OpenAI's models, `o200k_base`, 1.1 MB compressed, the first time that somebody looks at tokens.
 * After a failure the next call tries again.
 *
 * @throws TypeError where the network fails
 */
export function loadCounter(): Promise<TokenCounter> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Loads the encoding; false where the network fails, so that the guesses stay. */
export async function answerCounter(_question: object): Promise<boolean> {
  try {
    loaded = await loadCounter();
    return true;
  } catch (error) {
    // A dynamic import throws a TypeError when the network or the server fails.
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}

/** Counts the tokens of a text for a model. */
export function tokensOfText(text: string): Pick<TokenReport, 'isEstimate' | 'label'> & { readonly tokens: number } {
  return loaded === undefined
    ? { tokens: estimateTokens(text), isEstimate: true, label: QUICK_LABEL }
    : { tokens: loaded(text), isEstimate: false, label: 'by o200k_base, OpenAI’s encoding; for others an estimate' };
}

async function load(): Promise<TokenCounter> {
  const encoding = await import('gpt-tokenizer/encoding/o200k_base');
  encoding.setMergeCacheSize(MERGES);
  const known = new Map<string, number>();
  return (text) => {
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    if (known.size >= MAX_CACHED) known.clear();
    const count = piecesOf(text).reduce((sum, piece) => sum + encoding.countTokens(piece, AS_TEXT), 0);
    known.set(text, count);
    return count;
  };
}

/** Cuts a long text before spaces, which changes no count; a longer run without spaces is cut between characters. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + PIECE;
    const space = text.lastIndexOf(' ', end);
    if (end < text.length && space > start) end = space;
    else if (/^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1))) end -= 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

/** Text around the functions, once in a request. */
const OPENAI_FRAME = '# Tools\n\n## functions\n\nnamespace functions {\n\n\n\n} // namespace functions';

/**
 * One function.
 *
 * Shape: `{ name: "log", description: "Show commits", … }` → `"// Show commits\ntype log = (_: {\nmax?: number,\n}) =>
 * any;\n\n"`.
 */
export function openAIFunction({ name, description, properties, required }: ToolParts): string {
  const head = comment(description, '');
  if (properties.length === 0) return `${head}type ${name} = () => any;\n\n`;
  const members = properties.map(([key, schema]) => openAIMember(key, schema, required.has(key))).join('');
  return `${head}type ${name} = (_: {\n${members}}) => any;\n\n`;
}

/** One parameter: `"// How many\nmax?: number,\n"`. */
function openAIMember(key: string, schema: Fields, isRequired: boolean, indent = ''): string {
  const { description, default: standard } = schema;
  const head = typeof description === 'string' ? comment(description, indent) : '';
  const tail = standard === undefined ? '' : ` // default: ${JSON.stringify(standard)}`;
  return `${head}${indent}${key}${isRequired ? '' : '?'}: ${typeOf(schema, indent)},${tail}\n`;
}

function comment(text: string, indent: string): string {
  return text === '' ? '' : `${text.replace(/^/gm, `${indent}// `)}\n`;
}

function typeOf(schema: Fields, indent: string): string {
  const { type, enum: values, anyOf } = schema;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((branch) => typeOf(asRecord(branch), indent)).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, indent)).join(' | ');
  if (type === 'array')
    return schema['items'] === undefined ? 'any[]' : `${typeOf(asRecord(schema['items']), indent)}[]`;
  if (type === 'object') return objectOf(schema, indent);
  if (type === 'integer') return 'number';
  return typeof type === 'string' ? type : 'any';
}

function objectOf(schema: Fields, indent: string): string {
  const required = new Set(listOf(schema['required']));
  const inner = `${indent}    `;
  const members = Object.entries(asRecord(schema['properties'])).map(([key, value]) =>
    openAIMember(key, asRecord(value), required.has(key), inner),
  );
  return `{\n${members.join('')}${indent}}`;
}

interface ToolParts {
  /** Empty where the tool has none. */
  readonly name: string;
  readonly description: string;
  /** The object schema of its parameters; empty where it takes none. */
  readonly schema: Fields;
  /** The schema of each parameter by its key, in the tool's order. */
  readonly properties: readonly (readonly [key: string, schema: Fields])[];
  readonly required: ReadonlySet<unknown>;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds the parts of a tool in any of the six providers' forms.
 *
 * Shape: `{ type: "function", function: { name: "gh", parameters: { … } } }` and `{ toolSpec: { name: "gh", inputSchema:
 * { json: { … } } } }` → `{ name: "gh", … }`. What is no tool has empty parts.
 */
export function toolParts(tool: unknown): ToolParts {
  const outer = asRecord(tool);
  const body = asRecord(outer['function'] ?? outer['toolSpec'] ?? outer);
  const given = asRecord(
    body['parameters'] ?? body['parametersJsonSchema'] ?? body['input_schema'] ?? body['inputSchema'],
  );
  const schema = outer['toolSpec'] === undefined ? given : asRecord(given['json']);
  return {
    name: textOf(body['name']),
    description: textOf(body['description']),
    schema,
    properties: Object.entries(asRecord(schema['properties'])).map(([key, value]) => [key, asRecord(value)]),
    required: new Set<unknown>(listOf(schema['required'])),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
