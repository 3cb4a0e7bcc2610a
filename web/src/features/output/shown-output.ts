import type { CompileSettings, Provider, Range } from '@atip/core';
import type { OutputQuestion } from './compiled-tool.ts';
import type { CompiledOutput } from '../../document/compilation.ts';
import { PROVIDER_LABELS, STRICT_PROVIDERS } from '../../document/providers.ts';
import { plainName } from './programs/program.ts';
import type { PanelProps } from '../../page/page-context.ts';

/** An output on the screen, and the question that it answers: of which document, for whom, and how. */
export interface ShownOutput {
  readonly question: OutputQuestion;
  readonly output: CompiledOutput;
}

export interface OutputPartProps extends Pick<PanelProps, 'active' | 'document' | 'dispatch' | 'page'> {
  /** Of the document as it was when it was last left alone; a new object when it changed. */
  readonly question: OutputQuestion;
}

/** Leads to a place of the document that was asked about; says so where the document is another by now. */
export function jumpTo(
  { document, page }: Pick<OutputPartProps, 'document' | 'page'>,
  text: string,
  range: Range | undefined,
): void {
  if (document.text !== text) page.tell('The document has changed since; this leads there again once it compiles.');
  else if (range !== undefined) page.reveal(range);
}

/** `"OpenAI, strict"` */
export function outputTitle({ provider, settings }: Pick<OutputQuestion, 'provider' | 'settings'>): string {
  return settings.strict === true ? `${PROVIDER_LABELS[provider]}, strict` : PROVIDER_LABELS[provider];
}

/** The settings of the header: strict only where the provider has such a mode, so that equal outputs have equal settings. */
export function headerSettings(provider: Provider, strict: boolean): CompileSettings {
  return strict && STRICT_PROVIDERS.includes(provider) ? { strict } : {};
}

/** The file name of a compiled output: `"gh.json"` for OpenAI → `"gh.openai.json"`. */
export function outputFileName(documentName: string, provider: Provider): string {
  return `${plainName(documentName.replace(/\.json$/i, ''))}.${provider}.json`;
}
