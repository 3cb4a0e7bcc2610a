import type { Provider } from '../types/provider.ts';
import { refusalsOf } from './provider-rules.ts';

const MARKS = { error: '', warning: ' ?', info: ' i' };

/** Asks a provider's rules about tools; the answer is a list of `code path`, with `?` after a warning and `i` after an info. */
export function findingsOf(provider: Provider) {
  return (tools: readonly unknown[], settings: { readonly strict?: boolean } = {}): string[] =>
    refusalsOf(provider, tools, settings).map(
      ({ code, path, severity }) => code + (path && ` ${path}`) + MARKS[severity],
    );
}
