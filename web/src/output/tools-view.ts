import type * as Monaco from 'monaco-editor/editor';
import { differenceOf } from '../document/page-state.ts';
import { MARK, TEXT_OPTIONS } from '../editor/MonacoEditor.tsx';
import { flagWords } from '../parts/PlainCode.tsx';
import { visibleOutput } from '../text/visible-text.ts';
import type { OutputSide } from './Output.tsx';

/** Compiled tools as an editor shows them. */
export interface ToolsView extends OutputSide {
  /**
   * The marked lines. `isCursor`: they come from the cursor's place, and are brought into view. `undefined`: the last
   * marks stay.
   */
  readonly marks: { readonly offsets: readonly number[]; readonly isCursor: boolean } | undefined;
  /** Tells where the line under the pointer or the cursor starts. */
  readonly onPoint: (offset: number | undefined) => void;
  /** Goes where that line comes from. */
  readonly onPick: (offset: number) => void;
}

/**
 * An editor for one view, or a diff editor for two. @returns `update` shows the views as they now are, `dispose` ends
 * them
 */
export function createViews(monaco: typeof Monaco, host: HTMLElement, viewsOf: () => readonly ToolsView[]) {
  const isPair = viewsOf().length > 1;
  const pair = isPair ? monaco.editor.createDiffEditor(host, BESIDE) : undefined;
  const alone = isPair ? undefined : monaco.editor.create(host, OPTIONS);
  const editors = [pair?.getOriginalEditor() ?? alone, pair?.getModifiedEditor()];
  const models = viewsOf().map(({ part }) => monaco.editor.createModel(part.text, 'json'));
  const [original = null, modified] = models;
  if (pair && original && modified) pair.setModel({ original, modified });
  else alone?.setModel(original);
  const updates = models.flatMap((model, index) => {
    const editor = editors[index];
    return editor ? [viewTools(monaco, editor, model, () => viewsOf()[index])] : [];
  });
  return {
    update(): void {
      for (const update of updates) update();
    },
    dispose(): void {
      for (const disposable of [pair, alone, ...models]) disposable?.dispose();
    },
  };
}

/** Tells the view what a person does in an editor. @returns what makes the editor as the view says */
function viewTools(
  monaco: typeof Monaco,
  editor: Monaco.editor.ICodeEditor,
  model: Monaco.editor.ITextModel,
  viewOf: () => ToolsView | undefined,
): () => void {
  let shown: ToolsView | undefined;
  const [words, marks, lost] = [1, 2, 3].map(() => editor.createDecorationsCollection());
  const between = (start: number, end: number): Monaco.Range =>
    monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
  const lineOf = (offset: number): Monaco.Range => {
    const { lineNumber } = model.getPositionAt(offset);
    return new monaco.Range(lineNumber, 1, lineNumber, model.getLineMaxColumn(lineNumber));
  };
  /** Only what is seen, because thousands of decorations would cost time at each key. */
  const colour = (): void => {
    const found = editor.getVisibleRanges().flatMap((seen) => {
      const from = model.getOffsetAt(seen.getStartPosition());
      return flagWords(model.getValueInRange(seen), from, shown?.part.flags).map(({ start, end, tone, meaning }) => ({
        range: between(from + start, from + end),
        options: { inlineClassName: `syntax-${tone}`, hoverMessage: plain(meaning) },
      }));
    });
    words?.set(found);
  };
  const startOf = (position: Monaco.IPosition): number => model.getOffsetAt({ ...position, column: 1 });
  const point = (position = editor.hasTextFocus() ? editor.getPosition() : null): void =>
    viewOf()?.onPoint(position === null ? undefined : startOf(position));
  editor.onDidScrollChange(colour);
  editor.onDidLayoutChange(colour);
  editor.onMouseMove(({ target }) => point(target.position));
  editor.onMouseLeave(() => point());
  editor.onDidChangeCursorPosition(() => point());
  editor.onDidFocusEditorText(() => point());
  editor.onDidBlurEditorText(() => point(null));
  editor.onKeyDown(({ keyCode, ctrlKey, metaKey }) => {
    const position = editor.getPosition();
    if (keyCode === monaco.KeyCode.Enter && !ctrlKey && !metaKey && position) viewOf()?.onPick(startOf(position));
  });
  editor.onMouseUp(({ target: { type, position }, event }) => {
    const isText = type === monaco.editor.MouseTargetType.CONTENT_TEXT;
    // A person who selects text does not mean a click.
    const isClick = event.leftButton && editor.getSelection()?.isEmpty() !== false;
    if (isText && isClick && position) viewOf()?.onPick(startOf(position));
  });
  return (): void => {
    const before = shown;
    const next = viewOf();
    if (next === undefined) return;
    shown = next;
    const { text, flags } = next.part;
    const old = before?.part.text ?? text;
    if (text !== old) {
      const { start, same } = differenceOf(old, text);
      model.applyEdits([{ range: between(start, old.length - same), text: text.slice(start, text.length - same) }]);
      // Monaco does not cut a character of two units.
      if (model.getValueLength() !== text.length) model.setValue(text);
    }
    if (before && next.pointer !== before.pointer) editor.setScrollTop(0);
    if (next.label !== before?.label) editor.updateOptions({ ariaLabel: next.label });
    if (flags !== before?.part.flags) colour();
    if (next.marks && next.marks !== before?.marks) {
      const lines = next.marks.offsets.map(lineOf);
      marks?.set(lines.map((range) => ({ range, options: { ...MARK, isWholeLine: true } })));
      const isSeen = lines.some((line) => editor.getVisibleRanges().some((seen) => seen.containsRange(line)));
      if (next.marks.isCursor && lines[0] && !isSeen) editor.revealRangeInCenter(lines[0]);
    }
    if (next.lost && next.lost !== before?.lost)
      lost?.set(next.lost.map((loss) => ({ range: lineOf(loss.offset), options: lostMark(loss.words) })));
  };
}

function lostMark(message: string): Monaco.editor.IModelDecorationOptions {
  return { linesDecorationsClassName: 'lost-mark', hoverMessage: plain(message) };
}

/** The words, and nothing that Markdown makes of them. */
function plain(text: string): Monaco.IMarkdownString {
  return { value: visibleOutput(text).replace(/[\\`*_{}[\]()#+\-.!<>|~&]/g, '\\$&') };
}

const OPTIONS: Monaco.editor.IStandaloneEditorConstructionOptions = {
  ...TEXT_OPTIONS,
  domReadOnly: true,
  folding: false,
  lineDecorationsWidth: 12,
  lineNumbers: 'off',
  matchBrackets: 'never',
  model: null,
  occurrencesHighlight: 'off',
  readOnly: true,
  renderLineHighlight: 'none',
  // Tab goes on through the page.
  tabFocusMode: true,
};

const BESIDE: Monaco.editor.IStandaloneDiffEditorConstructionOptions = {
  ...OPTIONS,
  diffWordWrap: 'on',
  ignoreTrimWhitespace: true,
  maxComputationTime: 2000,
  renderGutterMenu: false,
  renderIndicators: false,
  renderMarginRevertIcon: false,
  renderOverviewRuler: false,
  useInlineViewWhenSpaceIsLimited: false,
};
