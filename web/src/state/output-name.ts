import type { Provider } from '@atip/core';

/** The file name of a compiled output: `"gh.json"` for OpenAI → `"gh.openai.json"`. Path separators become dashes. */
export function outputFileName(documentName: string, provider: Provider): string {
  const stem = documentName.replace(/\.json$/i, '').replaceAll(/[/\\:]/g, '-');
  return `${stem === '' ? 'tools' : stem}.${provider}.json`;
}
