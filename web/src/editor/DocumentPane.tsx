import { type ReactElement, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { differenceOf } from '../document/page-state.ts';
import { type EditorHandle, type EditorRef, usePage } from '../page/page-context.ts';
import { Button } from '../parts/controls.tsx';
import { EffectsForm } from './EffectsForm.tsx';
import { MonacoEditor } from './MonacoEditor.tsx';
import { Problems } from './Problems.tsx';
import { useMonaco } from './use-monaco.ts';

interface DocumentPaneProps {
  readonly editor: EditorRef;
  /** Stands first in the head. */
  readonly before: ReactElement;
  readonly onClose: () => void;
}

/** UTF-16 units that the text area shows until Monaco is there: the browser lays a longer text out for seconds. */
const MOST_WHILE_LOADING = 50_000;

/** The document under its head: the editor, and below it the effects of a command and what is wrong with the text. */
export function DocumentPane({ editor, before, onClose }: DocumentPaneProps): ReactElement {
  const { document, page } = usePage();
  const monaco = useMonaco();
  const [hasEffects, setEffects] = useState(false);
  return (
    <section
      className="panel document-pane"
      aria-label="Document"
      data-pane="document"
      data-part="document"
      tabIndex={-1}
    >
      <div className="head">
        {before}
        <h2 className="grow clip">Document</h2>
        <Button look="plain" onClick={() => page.openDialog('compare')}>
          Compare with…
        </Button>
        <Button look="plain" aria-pressed={hasEffects} onClick={() => setEffects(!hasEffects)}>
          Effects
        </Button>
        <Button look="plain" icon="close" className="wide-only" aria-label="Hide the document" onClick={onClose} />
      </div>
      {monaco ? (
        <MonacoEditor ref={editor} module={monaco} />
      ) : monaco === undefined && document.text.length > MOST_WHILE_LOADING ? (
        <p className="monaco-host pane-note quiet">Opening the editor …</p>
      ) : (
        <PlainEditor key={document.id} ref={editor} />
      )}
      {hasEffects && <EffectsForm key={`effects ${document.id}`} />}
      <Problems key={`problems ${document.id}`} />
    </section>
  );
}

/** The editor of first paint, small screens and touch: a text area, set only when its text differs. */
function PlainEditor({ ref }: { readonly ref: Ref<EditorHandle> }): ReactElement {
  const { document, compilation, dispatch, page } = usePage();
  const { id, text } = document;
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = area;
    if (current === null || current.value === text) return;
    // Only the difference, so that the cursor stays in its words.
    const { start, same } = differenceOf(current.value, text);
    current.setRangeText(text.slice(start, text.length - same), start, current.value.length - same, 'preserve');
  }, [text]);
  useImperativeHandle(ref, () => ({
    reveal: ({ start, end }) => {
      const { current } = area;
      if (current === null) return;
      current.focus();
      current.setSelectionRange(start.offset, Math.max(start.offset, end.offset));
      // Browsers do not scroll a text area to its selection; with wrapped lines its share of the text is near enough.
      current.scrollTop = (start.offset / current.value.length) * current.scrollHeight - current.clientHeight / 3;
    },
    highlight: () => undefined,
  }));
  return (
    <textarea
      ref={area}
      className="plain-editor mono"
      aria-label="ATIP document"
      aria-invalid={text.trim() !== '' && compilation.issues.some(({ severity }) => severity === 'error')}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      defaultValue={text}
      onChange={({ target }) => dispatch({ type: 'edit', text: target.value, id })}
      onSelect={({ currentTarget }) => page.cursor.set(currentTarget.selectionStart)}
    />
  );
}
