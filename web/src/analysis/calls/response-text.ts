import type { Provider } from '@atip/core';
import { EXAMPLES } from '@atip/core/internal';

/** One call as a provider's model makes it. */
export interface AskedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The response by which a provider's model makes one call, indented by 2. */
export function responseText(provider: Provider, call: AskedCall): string {
  return JSON.stringify(EXAMPLES[provider].response(call), null, 2);
}
