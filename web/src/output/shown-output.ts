import type { CompileSettings, Provider } from '@atip/core';
import { STRICT_PROVIDERS } from '../document/providers.ts';
import { plainName } from './copied-request.ts';

/** The settings of the header: strict only where the provider has such a mode, so that equal outputs have equal settings. */
export function headerSettings(provider: Provider, strict: boolean): CompileSettings {
  return strict && STRICT_PROVIDERS.includes(provider) ? { strict } : {};
}

/** The file name of a compiled output: `"gh.json"` for OpenAI → `"gh.openai.json"`. */
export function outputFileName(documentName: string, provider: Provider): string {
  return `${plainName(documentName.replace(/\.json$/i, ''))}.${provider}.json`;
}
