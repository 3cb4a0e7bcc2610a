import type { IssueSeverity, Range } from '@atip/core';
import type * as Monaco from 'monaco-editor/editor';
import type { FocusEvent, KeyboardEvent, ReactElement, Ref } from 'react';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { differenceOf } from '../document/page-state.ts';
import type { PageDocument } from '../document/working-copy.ts';
import { type EditorHandle, type PageActions, usePage } from '../page/page-context.ts';
import { visibleOutput } from '../text/visible-text.ts';
import type { MonacoModule } from './use-monaco.ts';

type CodeEditor = Monaco.editor.IStandaloneCodeEditor;

interface MonacoEditorProps {
  readonly ref: Ref<EditorHandle>;
  readonly module: MonacoModule;
}

export function MonacoEditor({ ref, module: { monaco, offerHelp } }: MonacoEditorProps): ReactElement {
  const whole = usePage();
  const latest = useRef(whole);
  latest.current = whole;
  const { document: shown, copy } = whole;
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<CodeEditor>();
  const marks = useMemo(() => editor?.createDecorationsCollection(), [editor]);
  const [cursor] = useState(cursorBefore);
  useLayoutEffect(() => {
    if (host.current === null) return undefined;
    const created = monaco.editor.create(host.current, OPTIONS);
    void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
    showModel(monaco, created, latest.current.document);
    // React does not know the event of a key, and would compile only after the next frame. The text is read late: of two
    // changes by one key the page must not see the first alone, which would take the second back.
    created.onDidChangeModelContent(() =>
      queueMicrotask(() => flushSync(() => latest.current.dispatch({ type: 'edit', text: created.getValue() }))),
    );
    followCursor(created, latest.current.page);
    const position = cursor === undefined ? undefined : created.getModel()?.getPositionAt(cursor);
    if (position) {
      created.focus();
      created.setPosition(position);
      created.revealPositionInCenterIfOutsideViewport(position);
    }
    setEditor(created);
    return () => {
      created.dispose();
      keepModels(monaco, []);
    };
  }, [monaco, cursor]);
  // Together with the page itself, so that the next keystroke belongs to this document.
  useLayoutEffect(() => {
    if (editor) showModel(monaco, editor, shown);
    keepModels(monaco, copy.documents);
  }, [monaco, editor, shown, copy.documents]);
  useEffect(() => offerHelp(shown.text), [offerHelp, shown.text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document may have the same text.
  useEffect(() => {
    if (editor) replaceText(monaco, editor, shown.text);
  }, [editor, shown.id, shown.text]);
  useMarkers(monaco, editor);
  useImperativeHandle(ref, () => ({
    highlight: (places, isSeen = false) => {
      const ranges = places.map(monacoRange);
      marks?.set(ranges.map((range) => ({ range, options: MARK })));
      if (isSeen && ranges[0]) editor?.revealRangeInCenterIfOutsideViewport(ranges[0]);
    },
    reveal: (range) => {
      editor?.focus();
      editor?.setSelection(monacoRange(range));
      editor?.revealRangeInCenterIfOutsideViewport(monacoRange(range));
    },
  }));
  // Tab moves on through the page until a person types; then it indents, and Escape makes it move on again.
  const hasTyped = useRef(false);
  const [isByKeys, setByKeys] = useState(false);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') hasTyped.current = false;
    // Monaco would take the key; the browser moves the focus.
    else if (event.key === 'Tab' && !hasTyped.current) event.stopPropagation();
    else hasTyped.current ||= isTyping(event);
  };
  // Of the key that brought the focus here only its end is heard here.
  const onKeyUp = ({ key }: KeyboardEvent): void => setByKeys((before) => before || key === 'Tab' || key === 'F6');
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (currentTarget.contains(relatedTarget)) return;
    hasTyped.current = false;
    setByKeys(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the editor inside is the control; this hears its keys first.
    <div ref={host} className="monaco-host" onKeyDownCapture={onKey} onKeyUp={onKeyUp} onBlur={onBlur}>
      {isByKeys && <p className="editor-hint small quiet">Esc, then Tab leaves</p>}
    </div>
  );
}

/** Where a person types in the text area that this editor replaces: it is still there while this one is first drawn. */
function cursorBefore(): number | undefined {
  const area = document.activeElement;
  return area instanceof HTMLTextAreaElement && area.matches('.plain-editor') ? area.selectionEnd : undefined;
}

/** Keys that change the text, and Control Space: it opens suggestions, of which Tab takes one. */
function isTyping({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key === ' ' || key.toLowerCase() === 'v';
  return key.length === 1 || key === 'Enter' || key === 'Backspace' || key === 'Delete';
}

/** An edit of only the difference, not setValue: Undo stays, and a button's change is one step of it. */
function replaceText(monaco: typeof Monaco, editor: CodeEditor, text: string): void {
  const model = editor.getModel();
  const before = model?.getValue();
  if (!model || before === undefined || before === text) return;
  const { start, same } = differenceOf(before, text);
  const range = monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(before.length - same));
  model.pushStackElement();
  model.pushEditOperations([], [{ range, text: text.slice(start, text.length - same) }], () => null);
  model.pushStackElement();
}

/** Problems under their places; those of an earlier text stay until the new ones are there, and Monaco moves them along. */
function useMarkers(monaco: typeof Monaco, editor: CodeEditor | undefined): void {
  const { document: shown, compilation } = usePage();
  const { issues, issuesOf } = compilation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each document has a model of its own.
  useEffect(() => {
    const model = editor?.getModel();
    if (!model || (issues.length > 0 && model.getValue() !== issuesOf)) return;
    const markers = issues.slice(0, MAX_MARKERS).flatMap(({ range, severity, message, code }) => {
      const words = { message: visibleOutput(message), code };
      return range ? [{ ...monacoRange(range), ...words, severity: SEVERITY[severity] }] : [];
    });
    monaco.editor.setModelMarkers(model, 'atip', markers);
  }, [monaco, editor, issues, issuesOf, shown.id]);
}

/** The look of text in each of our editors. */
export const TEXT_OPTIONS = {
  automaticLayout: true,
  fixedOverflowWidgets: true,
  // Text as written: no arrow in place of a dash and a bracket.
  fontLigatures: false,
  fontFamily: '"JetBrains Mono", "JetBrains fallback", ui-monospace, monospace',
  fontSize: 12.5,
  lineHeight: 20,
  lineNumbersMinChars: 4,
  links: false,
  guides: { indentation: false },
  minimap: { enabled: false },
  overviewRulerLanes: 0,
  padding: { top: 12, bottom: 12 },
  scrollbar: { verticalScrollbarSize: 8, useShadows: false },
  scrollBeyondLastLine: false,
  stickyScroll: { enabled: false },
  // Otherwise a document with U+2028 opens a browser dialog whose main button changes the text.
  unusualLineTerminators: 'off',
  wordWrap: 'on',
  wrappingIndent: 'indent',
} as const satisfies Monaco.editor.IEditorOptions;

const OPTIONS: Monaco.editor.IStandaloneEditorConstructionOptions = {
  ...TEXT_OPTIONS,
  ariaLabel: 'ATIP document. After typing, Escape and then Tab leaves the editor; F6 moves to the next pane.',
  // By lines: the language's own reads the whole text at each edit.
  foldingStrategy: 'indentation',
  model: null,
  renderLineHighlightOnlyWhenFocus: true,
  suggest: { showIcons: false },
  wordBasedSuggestions: 'off',
};

/** A place that another part points at. */
export const MARK = { className: 'source-mark', linesDecorationsClassName: 'source-mark-line' };

/** Tells the page where the cursor is, and where the pointer is while it is over the text. */
function followCursor(editor: CodeEditor, { cursor, pointer }: PageActions): void {
  const offsetAt = (position: Monaco.IPosition | null) => position && editor.getModel()?.getOffsetAt(position);
  const point = (position: Monaco.IPosition | null): void => pointer.set(offsetAt(position) ?? undefined);
  editor.onMouseMove(({ target }) => point(target.position));
  editor.onMouseLeave(() => point(editor.hasTextFocus() ? editor.getPosition() : null));
  editor.onDidBlurEditorText(() => point(null));
  editor.onDidChangeCursorPosition(({ position }) => {
    point(position);
    // A change by a button moves it as well, and nobody chose that place.
    if (editor.hasTextFocus()) cursor.set(offsetAt(position) ?? 0);
  });
}

/** Last views of the documents, by model. */
const VIEWS = new WeakMap<Monaco.editor.ITextModel, Monaco.editor.ICodeEditorViewState | null>();

/** Shows a document's model, made from its text when it is new, so that each keeps its place and its own undo. */
function showModel(monaco: typeof Monaco, editor: CodeEditor, { id, text }: PageDocument): void {
  const before = editor.getModel();
  // The path's end decides which schema serves completion.
  const uri = monaco.Uri.parse(`inmemory://atip/${id}/tool.atip.json`);
  const next = monaco.editor.getModel(uri) ?? monaco.editor.createModel(text, 'json', uri);
  if (next === before) return;
  if (before) VIEWS.set(before, editor.saveViewState());
  editor.setModel(next);
  editor.restoreViewState(VIEWS.get(next) ?? null);
}

function keepModels(monaco: typeof Monaco, documents: readonly PageDocument[]): void {
  const kept = new Set(documents.map(({ id }) => `/${id}/tool.atip.json`));
  for (const model of monaco.editor.getModels())
    if (model.uri.authority === 'atip' && !kept.has(model.uri.path)) model.dispose();
}

/** Numbers of Monaco's `MarkerSeverity`, which exists only once Monaco is loaded. */
const SEVERITY: Readonly<Record<IssueSeverity, number>> = { error: 8, warning: 4, info: 2 };
/** More squiggles help nobody and cost time on each keystroke. */
const MAX_MARKERS = 500;

/** Both count lines and columns from 1. */
function monacoRange({ start, end }: Range): Monaco.IRange {
  return { startLineNumber: start.line, startColumn: start.column, endLineNumber: end.line, endColumn: end.column };
}
