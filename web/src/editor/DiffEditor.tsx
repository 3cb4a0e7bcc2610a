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
  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = monaco.editor.createDiffEditor(host.current, OPTIONS);
    editor.setModel(sharedModels());
    keepName(editor.getOriginalEditor(), 'Before');
    keepName(editor.getModifiedEditor(), 'After');
    return () => editor.dispose();
  }, []);
  useEffect(() => {
    const { original, modified } = sharedModels();
    if (original.getValue() !== before) original.setValue(before);
    if (modified.getValue() !== after) modified.setValue(after);
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

let models: Monaco.editor.IDiffEditorModel | undefined;

/** One pair for all comparisons, never disposed: Monaco throws where the texts of a comparison under way are gone. */
function sharedModels(): Monaco.editor.IDiffEditorModel {
  models ??= { original: monaco.editor.createModel('', 'json'), modified: monaco.editor.createModel('', 'json') };
  return models;
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
