import type { CompileSettings, Provider, Range } from '@atip/core';
import { STRICT_PROVIDERS } from '../../document/providers.ts';
import { usePage } from '../../page/page-context.ts';
import { plainName } from './programs/program.ts';

/** Leads to places of a text that was asked about; says so where the document is another by now. */
export function useJump(text: string): (range: Range | undefined) => void {
  const { document, page } = usePage();
  return (range) => {
    if (document.text !== text) page.tell('The document has changed since; this leads there again once it compiles.');
    else if (range !== undefined) page.reveal(range);
  };
}

/** The settings of the header: strict only where the provider has such a mode, so that equal outputs have equal settings. */
export function headerSettings(provider: Provider, strict: boolean): CompileSettings {
  return strict && STRICT_PROVIDERS.includes(provider) ? { strict } : {};
}

/** The file name of a compiled output: `"gh.json"` for OpenAI → `"gh.openai.json"`. */
export function outputFileName(documentName: string, provider: Provider): string {
  return `${plainName(documentName.replace(/\.json$/i, ''))}.${provider}.json`;
}
