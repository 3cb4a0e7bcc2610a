import type { Issue, IssueSeverity, Range } from '@atip/core';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { EditorHandle, EditorView } from '../page/page-context.ts';
import { differenceOf } from '../document/playground.ts';

import type * as Monaco from 'monaco-editor/editor';

interface MonacoEditorProps {
  readonly ref: Ref<EditorHandle>;
  readonly monaco: typeof Monaco;
  readonly id: string;
  readonly ids: readonly string[];
  readonly value: string;
  readonly issues: readonly Issue[];
  readonly issuesOf: string | undefined;
  readonly onChange: (text: string) => void;
  /** Offset of the cursor, or of the pointer while it is over the text. */
  readonly onCursor: (offset: number | undefined) => void;
  readonly initialView: EditorView | undefined;
}

export function MonacoEditor(props: MonacoEditorProps): ReactElement {
  const { ref, monaco, id, ids, value, issues, issuesOf, initialView } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Monaco.editor.IStandaloneCodeEditor>(null);
  /** Reported texts that have not come back as `value`. */
  const said = useRef<readonly string[]>([]);
  const latest = useRef(props);
  latest.current = props;
  const models = useRef<DocumentModels>(null);
  const marks = useRef<Monaco.editor.IEditorDecorationsCollection>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const created = monaco.editor.create(host.current, { ...OPTIONS, model: null }, { storageService: REMEMBERED });
    const fixes = provideFixes(monaco, (text) => (text === latest.current.issuesOf ? latest.current.issues : []));
    const documents = createDocumentModels(monaco, created);
    const model = documents.show(latest.current.id, latest.current.value);
    models.current = documents;
    editor.current = created;
    void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
    created.onDidChangeModelContent(() => {
      const text = created.getValue();
      said.current = [...said.current, text];
      // React does not know the event of this key, and would compile only after the next frame.
      queueMicrotask(() => flushSync(() => latest.current.onChange(text)));
    });
    // The browser scrolls to where it assumes the end of a pasted text, and Monaco does not scroll back sideways.
    const box = created.getDomNode()?.querySelector('.editor-scrollable');
    box?.addEventListener('scroll', () => box.scrollTo(0, 0));
    marks.current = created.createDecorationsCollection();
    followCursor(created, (offset) => latest.current.onCursor(offset));
    if (initialView) restore(created, model, initialView, monaco);
    return () => {
      editor.current = null;
      models.current = null;
      fixes.dispose();
      created.dispose();
      documents.keep([]);
    };
    // The editor lives as long as its element; values that change later have effects of their own.
  }, [monaco, initialView]);
  // Together with the page itself, so that the next keystroke belongs to this document.
  useLayoutEffect(() => {
    // Messages about another document are not waited for.
    said.current = [];
    models.current?.show(id, latest.current.value);
  }, [id]);
  useEffect(() => models.current?.keep(ids), [ids]);
  useText(monaco, editor, said, { id, value });
  useMarkers(monaco, editor, { id, issues, issuesOf });
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    highlight: (ranges) => marks.current?.set(ranges.map((range) => ({ range: monacoRange(range), options: MARK }))),
    reveal: (range) => {
      editor.current?.setSelection(monacoRange(range));
      editor.current?.revealRangeInCenterIfOutsideViewport(monacoRange(range));
      editor.current?.focus();
    },
  }));
  const { hint, ...leaving } = useLeaving();
  return (
    <div ref={host} className="monaco-host" {...leaving}>
      {hint && <p className="editor-hint">Esc, then Tab leaves</p>}
    </div>
  );
}

/**
 * Tab moves on through the page until a person types; then it indents, and Escape makes it move on again. The editor
 * tells this to people who came by keyboard.
 */
function useLeaving() {
  const [hint, setHint] = useState(false);
  const isPointed = useRef(false);
  const hasTyped = useRef(false);
  return {
    hint,
    onPointerDownCapture: () => {
      isPointed.current = true;
    },
    onFocus: (event: FocusEvent) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      hasTyped.current = false;
      setHint(!isPointed.current);
    },
    onBlur: (event: FocusEvent) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      isPointed.current = false;
      setHint(false);
    },
    onKeyDownCapture: (event: KeyboardEvent) => {
      const { key } = event;
      if (key === 'Escape') hasTyped.current = false;
      // Monaco would take the key; the browser moves the focus.
      else if (key === 'Tab' && !hasTyped.current) event.stopPropagation();
      else hasTyped.current ||= isTyping(event);
    },
  };
}

/** Keys that change the text, and Control Space: it opens suggestions, of which Tab takes one. */
function isTyping({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key === ' ' || key.toLowerCase() === 'v';
  return key.length === 1 || key === 'Enter' || key === 'Backspace' || key === 'Delete';
}

type EditorRef = RefObject<Monaco.editor.IStandaloneCodeEditor | null>;

function useText(
  monaco: typeof Monaco,
  editor: EditorRef,
  said: RefObject<readonly string[]>,
  { id, value }: Pick<MonacoEditorProps, 'id' | 'value'>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document may have the same text.
  useEffect(() => {
    const model = editor.current?.getModel();
    const left = acknowledge(said.current, value);
    said.current = left ?? [];
    if (!model || left !== undefined || model.getValue() === value) return;
    // An edit of only the difference, not setValue: Undo stays, and a button's change is one step of it.
    const { start, same } = differenceOf(model.getValue(), value);
    const range = monaco.Range.fromPositions(
      model.getPositionAt(start),
      model.getPositionAt(model.getValueLength() - same),
    );
    model.pushStackElement();
    model.pushEditOperations([], [{ range, text: value.slice(start, value.length - same) }], () => null);
    model.pushStackElement();
  }, [monaco, editor, said, value, id]);
}

function useMarkers(
  monaco: typeof Monaco,
  editor: EditorRef,
  { id, issues, issuesOf }: Pick<MonacoEditorProps, 'id' | 'issues' | 'issuesOf'>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document is another model, which has no marks yet.
  useEffect(() => {
    const model = editor.current?.getModel();
    // Marks move with the typing; issues of an earlier text would move them back.
    if (!model || (issues.length > 0 && model.getValue() !== issuesOf)) return;
    monaco.editor.setModelMarkers(model, 'atip', markersOf(issues));
  }, [monaco, editor, issues, issuesOf, id]);
}

const OPTIONS: Monaco.editor.IStandaloneEditorConstructionOptions = {
  ariaLabel: 'ATIP document. After typing, Escape and then Tab leaves the editor; F6 moves to the next pane.',
  automaticLayout: true,
  fixedOverflowWidgets: true,
  bracketPairColorization: { enabled: false },
  minimap: { enabled: false },
  fontFamily: '"JetBrains Mono", "JetBrains fallback", ui-monospace, monospace',
  fontSize: 12.5,
  lineHeight: 20,
  // Text as written: no arrow in place of a dash and a bracket.
  fontLigatures: false,
  folding: false,
  guides: { indentation: false },
  hideCursorInOverviewRuler: true,
  lineDecorationsWidth: 16,
  links: false,
  tabSize: 2,
  lineNumbersMinChars: 4,
  overviewRulerBorder: false,
  overviewRulerLanes: 0,
  padding: { top: 12, bottom: 12 },
  renderFinalNewline: 'on',
  renderLineHighlightOnlyWhenFocus: true,
  scrollbar: { horizontalScrollbarSize: 10, verticalScrollbarSize: 10, useShadows: false },
  scrollBeyondLastLine: false,
  suggest: { showIcons: false },
  stickyScroll: { enabled: false },
  // Otherwise a document with U+2028 opens a browser dialog whose main button changes the text.
  unusualLineTerminators: 'off',
  wordBasedSuggestions: 'off',
};

/** Replaces Monaco's memory, which the page does not need: the text of a suggestion is always shown beside it. */
const REMEMBERED = {
  get: () => undefined,
  getBoolean: (key: string) => key === 'expandSuggestionDocs',
  getNumber: () => undefined,
  getObject: () => undefined,
  store: () => undefined,
  remove: () => undefined,
  onWillSaveState: () => NOTHING,
  onDidChangeValue: () => () => NOTHING,
};

const NOTHING = { dispose: () => undefined };

const MARK: Monaco.editor.IModelDecorationOptions = {
  className: 'source-mark',
  linesDecorationsClassName: 'source-mark-line',
};

/** Reports the pointer's place over the text, else the cursor's. */
function followCursor(editor: Monaco.editor.IStandaloneCodeEditor, tell: (offset: number | undefined) => void): void {
  const offsetAt = (position: Monaco.IPosition | null): number | undefined =>
    position === null ? undefined : editor.getModel()?.getOffsetAt(position);
  editor.onMouseMove(({ target }) => tell(offsetAt(target.position)));
  editor.onMouseLeave(() => tell(editor.hasTextFocus() ? offsetAt(editor.getPosition()) : undefined));
  editor.onDidChangeCursorPosition(({ position }) => tell(offsetAt(position)));
  editor.onDidBlurEditorText(() => tell(undefined));
}

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

/**
 * Tells an editor's own text coming back from a text set from outside.
 *
 * A page may render an older keystroke after a newer one was typed; taking that for a new text would undo typing.
 *
 * @param said texts that the editor reported and that have not come back, oldest first
 * @returns the texts still on their way after `value` came back; `undefined` when `value` is not the editor's own
 */
export function acknowledge(said: readonly string[], value: string): readonly string[] | undefined {
  const index = said.lastIndexOf(value);
  return index === -1 ? undefined : said.slice(index + 1);
}

type DocumentModels = ReturnType<typeof createDocumentModels>;

function createDocumentModels(monaco: typeof Monaco, editor: Monaco.editor.IStandaloneCodeEditor) {
  const views = new WeakMap<Monaco.editor.ITextModel, Monaco.editor.ICodeEditorViewState | null>();
  // The path's end decides which schema serves completion.
  const uriOf = (id: string): Monaco.Uri => monaco.Uri.parse(`inmemory://atip/${id}/tool.atip.json`);
  return {
    /** Shows a document's model, made from `text` when it is new, with its last view. */
    show: (id: string, text: string): Monaco.editor.ITextModel => {
      const uri = uriOf(id);
      const shown = editor.getModel();
      const next = monaco.editor.getModel(uri) ?? monaco.editor.createModel(text, 'json', uri);
      if (next === shown) return next;
      // Coloured pairs of brackets say nothing in JSON, and a document on one line makes them cost seconds.
      next.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
      if (shown) views.set(shown, editor.saveViewState());
      editor.setModel(next);
      editor.restoreViewState(views.get(next) ?? null);
      return next;
    },
    keep: (ids: readonly string[]): void => {
      const kept = new Set(ids.map((id) => uriOf(id).path));
      for (const model of monaco.editor.getModels())
        if (model.uri.authority === 'atip' && !kept.has(model.uri.path) && model !== editor.getModel()) model.dispose();
    },
  };
}

/**
 * Registers the light bulb, after the first editor: Monaco takes our services only with its first call.
 *
 * @param issuesOf none for another text, whose places would differ
 * @returns a function that unregisters it
 */
function provideFixes(monaco: typeof Monaco, issuesOf: (text: string) => readonly Issue[]): Monaco.IDisposable {
  return monaco.languages.registerCodeActionProvider('json', {
    provideCodeActions: (model, range) => ({
      actions: issuesOf(model.getValue()).flatMap(({ fix, range: place }) => {
        if (!fix || !place || !monaco.Range.areIntersectingOrTouching(monacoRange(place), range)) return [];
        const edits = fix.edits.map((edit) => ({
          resource: model.uri,
          versionId: model.getVersionId(),
          textEdit: { range: monacoRange(edit.range), text: edit.newText },
        }));
        return [{ title: fix.title, kind: 'quickfix', isPreferred: true, edit: { edits } }];
      }),
      dispose: () => undefined,
    }),
  });
}

/** Numbers of Monaco's `MarkerSeverity`, which exists only once Monaco is loaded. */
const SEVERITY: Readonly<Record<IssueSeverity, number>> = { error: 8, warning: 4, info: 2 };

/** More squiggles help nobody and cost time on each keystroke. */
const MAX_MARKERS = 500;

function markersOf(issues: readonly Issue[]): Monaco.editor.IMarkerData[] {
  return issues
    .slice(0, MAX_MARKERS)
    .flatMap(({ range, severity, message, code }) =>
      range ? { ...monacoRange(range), severity: SEVERITY[severity], message, code, source: 'ATIP' } : [],
    );
}

/** Both count lines and columns from 1. */
function monacoRange({ start, end }: Range): Monaco.IRange {
  return { startLineNumber: start.line, startColumn: start.column, endLineNumber: end.line, endColumn: end.column };
}
