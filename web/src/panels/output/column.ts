/** What the parts of a column share. */
import type { CompileSettings, Range } from '@atip/core';
import type { OutputQuestion } from '../../analysis/output/compiled-tool.ts';
import type { OutputColumn } from '../../state/output-columns.ts';
import type { CompiledOutput } from '../../state/compile-protocol.ts';
import type { PanelProps } from '../panel.ts';
import type { Highlighter } from './highlighter.ts';

/** An output on the screen, and the question that it answers: of which document, for whom, and how. */
export interface ShownOutput {
  readonly question: OutputQuestion;
  readonly output: CompiledOutput;
}

export interface ColumnProps extends Pick<PanelProps, 'active' | 'document' | 'dispatch' | 'page'> {
  readonly column: OutputColumn;
  /** Of the document as it was when it was last left alone; a new object when it changed. */
  readonly question: OutputQuestion;
  /** Says what it is: where there are others. */
  readonly title?: string;
  readonly isStale: boolean;
  readonly highlighter: Highlighter;
  /** Shows the document in one more way, beside this one. */
  readonly onColumn: (settings: CompileSettings) => void;
  readonly onClose?: () => void;
}

/** Leads to a place of the document that was asked about; says so where the document is another by now. */
export function jumpTo(
  { document, page }: Pick<ColumnProps, 'document' | 'page'>,
  text: string,
  range: Range | undefined,
): void {
  if (document.text !== text) page.tell('The document has changed since; this leads there again once it compiles.');
  else if (range !== undefined) page.reveal(range);
}
