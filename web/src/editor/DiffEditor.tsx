import type * as Monaco from 'monaco-editor/editor';
import { type ReactElement, useEffect, useRef } from 'react';
import { monaco } from './monaco-env.ts';

interface DiffEditorProps {
  readonly before: string;
  readonly after: string;
}

/** Monaco's comparison of two JSON texts: side by side where there is room, else one below the other. Read-only. */
export function DiffEditor({ before, after }: DiffEditorProps): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Monaco.editor.IStandaloneDiffEditor>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const created = monaco.editor.createDiffEditor(host.current, OPTIONS);
    keepName(created.getOriginalEditor(), 'Before');
    keepName(created.getModifiedEditor(), 'After');
    editor.current = created;
    return () => {
      editor.current = null;
      created.dispose();
    };
  }, []);
  useEffect(() => {
    // A new pair for each comparison: Monaco throws where a text changes while it is compared.
    const pair = {
      original: monaco.editor.createModel(before, 'json'),
      modified: monaco.editor.createModel(after, 'json'),
    };
    editor.current?.setModel(pair);
    return () => retire(pair);
  }, [before, after]);
  return <div ref={host} className="compare-editor" />;
}

/** Monaco forgets the name of a side, which screen readers say, with every later change of its options. */
function keepName(side: Monaco.editor.ICodeEditor, name: string): void {
  const restore = (): void => {
    if (side.getRawOptions().ariaLabel !== name) side.updateOptions({ ariaLabel: name });
  };
  restore();
  side.onDidChangeConfiguration(restore);
}

/** Ms after which no comparison of a pair is under way any more: Monaco gives one up after five seconds. */
const RETIRED = 10_000;

/** Monaco also throws where the texts of a comparison under way are gone, even of an editor that is gone itself. */
function retire({ original, modified }: Monaco.editor.IDiffEditorModel): void {
  setTimeout(() => {
    original.dispose();
    modified.dispose();
  }, RETIRED);
}

const OPTIONS: Monaco.editor.IStandaloneDiffEditorConstructionOptions = {
  automaticLayout: true,
  readOnly: true,
  originalEditable: false,
  // Px of the comparison's own width below which one side stands below the other.
  renderSideBySideInlineBreakpoint: 640,
  useInlineViewWhenSpaceIsLimited: true,
  hideUnchangedRegions: { enabled: true },
  bracketPairColorization: { enabled: false },
  minimap: { enabled: false },
  fontFamily: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSize: 12.5,
  lineHeight: 19,
  lineNumbersMinChars: 4,
  overviewRulerBorder: false,
  renderOverviewRuler: false,
  renderMarginRevertIcon: false,
  scrollBeyondLastLine: false,
  stickyScroll: { enabled: false },
};
