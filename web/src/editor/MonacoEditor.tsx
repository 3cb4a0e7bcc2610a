import type { Issue } from '@atip/core';
import type * as Monaco from 'monaco-editor/editor';
import { type ReactElement, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { EditorHandle, EditorView } from './editor-handle.ts';
import { rememberIssues } from './fixes.ts';
import { acknowledge } from '../state/echo.ts';
import { markersOf, monacoRange } from './markers.ts';

interface MonacoEditorProps {
  readonly ref: Ref<EditorHandle>;
  readonly monaco: typeof Monaco;
  readonly value: string;
  readonly language: string;
  readonly issues: readonly Issue[];
  readonly onChange: (text: string) => void;
  /** Taken over from the text area that this editor replaces. */
  readonly initialView: EditorView | undefined;
}

/** Monaco as a controlled component. */
export function MonacoEditor({
  ref,
  monaco,
  value,
  language,
  issues,
  onChange,
  initialView,
}: MonacoEditorProps): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Monaco.editor.IStandaloneCodeEditor>(null);
  /** Reported, and not yet come back as `value`. */
  const said = useRef<readonly string[]>([]);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  useEffect(() => {
    if (host.current === null) return undefined;
    const model = monaco.editor.createModel(
      latest.current.value,
      language,
      monaco.Uri.parse('inmemory://atip/tool.atip.json'),
    );
    const created = monaco.editor.create(host.current, { ...OPTIONS, model });
    // Coloured pairs of brackets say nothing in JSON, and a document on one line makes them cost seconds.
    model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
    editor.current = created;
    created.onDidChangeModelContent(() => {
      const text = model.getValue();
      said.current = [...said.current, text];
      latest.current.onChange(text);
    });
    if (initialView) restore(created, model, initialView, monaco);
    return () => {
      editor.current = null;
      created.dispose();
      model.dispose();
    };
    // The editor lives as long as its element; everything that changes later has an effect of its own.
  }, [monaco, language, initialView]);
  useEffect(() => {
    const model = editor.current?.getModel();
    const left = acknowledge(said.current, value);
    said.current = left ?? [];
    if (!model || left !== undefined || model.getValue() === value) return;
    // An edit, not setValue: what the person had typed stays within reach of Undo.
    model.pushStackElement();
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null);
    model.pushStackElement();
  }, [value]);
  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model) return;
    rememberIssues(model, issues);
    monaco.editor.setModelMarkers(model, 'atip', markersOf(issues));
  }, [monaco, issues]);
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    reveal: (range) => {
      editor.current?.setSelection(monacoRange(range));
      editor.current?.revealRangeInCenterIfOutsideViewport(monacoRange(range));
      editor.current?.focus();
    },
  }));
  return <div ref={host} className="monaco-host" />;
}

const OPTIONS: Monaco.editor.IStandaloneEditorConstructionOptions = {
  ariaLabel: 'ATIP document. Control M lets Tab leave the editor, F6 moves to the next pane.',
  automaticLayout: true,
  fixedOverflowWidgets: true,
  bracketPairColorization: { enabled: false },
  minimap: { enabled: false },
  fontFamily: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSize: 12.5,
  lineHeight: 19,
  tabSize: 2,
  lineNumbersMinChars: 4,
  overviewRulerBorder: false,
  padding: { top: 8, bottom: 8 },
  renderFinalNewline: 'on',
  renderLineHighlight: 'line',
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  stickyScroll: { enabled: false },
  wordBasedSuggestions: 'off',
};

function restore(
  editor: Monaco.editor.IStandaloneCodeEditor,
  model: Monaco.editor.ITextModel,
  view: EditorView,
  monaco: typeof Monaco,
): void {
  editor.setSelection(monaco.Range.fromPositions(model.getPositionAt(view.start), model.getPositionAt(view.end)));
  editor.setScrollTop(view.scrollTop);
  if (view.focused) editor.focus();
}
