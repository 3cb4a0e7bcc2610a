import { createTokenCounter, type TokenCounter } from './token-counter.ts';

/** Text in a description that looks like a control token of a model is text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Pieces of words that the encoding itself remembers; its own 100,000 may hold 200 MB. */
const MERGES = 20_000;

let loading: Promise<TokenCounter> | undefined;

/**
 * Loads the encoding of OpenAI's models, `o200k_base`, of 1.1 MB compressed, the first time somebody looks at tokens.
 *
 * The same counter for everybody, so that its cache is shared. After a failure the next call tries again.
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

async function load(): Promise<TokenCounter> {
  const { countTokens, setMergeCacheSize } = await import('gpt-tokenizer/encoding/o200k_base');
  setMergeCacheSize(MERGES);
  return createTokenCounter('o200k_base', (text) => countTokens(text, AS_TEXT));
}
