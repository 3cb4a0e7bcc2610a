/** Counts tokens, the same for every panel: with OpenAI's encoding once it is loaded, until then by an estimate that says so. */
import { estimateTokens } from '@atip/core/internal';
import type { OpenAIParameter, OpenAIResponsesTool, OpenAITool, Provider } from '@atip/core';
import { PROVIDER_LABELS } from '../document/providers.ts';

type TokenCounter = (text: string) => number;

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
) {
  const isOpenAI = provider === 'openai' || provider === 'openai-responses';
  const frame = isOpenAI && tools.length > 0 ? counter(OPENAI_FRAME) : 0;
  const counts = tools.map((tool) =>
    counter(isOpenAI ? openAIFunction(tool as OpenAITool<null> | OpenAIResponsesTool) : JSON.stringify(tool)),
  );
  return {
    total: counts.reduce((sum, count) => sum + count, frame),
    // Tokens that the provider puts around the tools, once in a request, as far as published.
    frame,
    tools: counts,
    // Until the encoding is loaded: ask again then.
    isEstimate: counter === estimateTokens,
    // Says what was counted and how far the number may be trusted, without a full stop.
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

/** Largest error of the guess for the tools of any shim and any provider. */
export const ESTIMATE_ERROR = 0.2;

const QUICK_LABEL = `quick estimate from the characters, within ${ESTIMATE_ERROR * 100} %`;

/** A description may contain the name of a control token, such as `<|endoftext|>`; it is counted as text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };
/** Merged pieces that the encoding caches; its default of 100,000 may take 200 MB. */
const MERGES = 20_000;
/** Texts whose count is cached, so that an edit counts one tool anew. */
const MAX_CACHED = 20_000;
/** UTF-16 units counted at once: the time that the encoding takes grows with the square of a run without spaces. */
const PIECE = 1024;

let loaded: TokenCounter | undefined;

/** Loads the encoding, so that counts are exact from then on; false where the network fails, and the guesses stay. */
export async function answerCounter(_question: object): Promise<boolean> {
  try {
    loaded ??= await loadCounter();
    return true;
  } catch (error) {
    // A dynamic import throws a TypeError when the network or the server fails.
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}

/** Loads the encoding of OpenAI's models, `o200k_base`, 1.1 MB compressed. @throws TypeError where the network fails */
export async function loadCounter(): Promise<TokenCounter> {
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
export function openAIFunction(tool: OpenAITool<null> | OpenAIResponsesTool): string {
  const { name, description, parameters } = 'function' in tool ? tool.function : tool;
  const members = Object.entries(parameters.properties).map(([key, schema]) => {
    const mark = parameters.required.includes(key) ? '' : '?';
    return `${comment(schema.description)}${key}${mark}: ${typeOf(schema)},\n`;
  });
  const taken = members.length === 0 ? '' : `_: {\n${members.join('')}}`;
  return `${comment(description)}type ${name} = (${taken}) => any;\n\n`;
}

function comment(text: string): string {
  return text === '' ? '' : `${text.replace(/^/gm, '// ')}\n`;
}

interface Typed {
  readonly type: string | readonly string[];
  readonly enum?: OpenAIParameter<null>['enum'] | undefined;
  readonly items?: OpenAIParameter<null>['items'] | undefined;
}

function typeOf({ type, enum: values, items }: Typed): string {
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (typeof type !== 'string') return type.map((one) => typeOf({ type: one, items })).join(' | ');
  if (type === 'array' && items !== undefined) return `${typeOf(items)}[]`;
  return type === 'integer' ? 'number' : type;
}
