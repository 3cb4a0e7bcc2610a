import type { ProviderAcceptance } from '../providers/provider.ts';
import type { AcceptanceSettings } from '../providers/provider-schema-rules.ts';

const MARKS = { error: '', warning: ' ?', info: ' i' };

/** Asks a provider's rules about tools; the answer is a list of `code path`, with `?` after a warning and `i` after an info. */
export function findingsOf({ check }: ProviderAcceptance) {
  return (tools: readonly unknown[], settings: AcceptanceSettings = {}): string[] =>
    check(tools, settings).map(({ code, path, severity }) => code + (path && ` ${path}`) + MARKS[severity]);
}
