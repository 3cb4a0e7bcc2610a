import { type ReactElement, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { EditorHandle, EditorView } from '../page/editor-handle.ts';

interface PlainEditorProps {
  readonly ref: Ref<EditorHandle>;
  readonly value: string;
  readonly invalid: boolean;
  readonly onChange: (text: string) => void;
}

/** The editor of first paint, small screens and touch: a text area, set only when its text differs. */
export function PlainEditor({ ref, value, invalid, onChange }: PlainEditorProps): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null);
  const composing = useRef(false);
  useLayoutEffect(() => {
    if (area.current !== null && area.current.value !== value) area.current.value = value;
  }, [value]);
  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    reveal: ({ start, end }) => area.current && select(area.current, start.offset, end.offset),
    // A text area has one kind of text.
    highlight: () => undefined,
    view: () => (area.current === null ? undefined : viewOf(area.current)),
    composing: () => composing.current,
  }));
  return (
    <textarea
      ref={area}
      className="plain-editor mono"
      aria-label="ATIP document"
      aria-invalid={invalid}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      defaultValue={value}
      onChange={(event) => onChange(event.target.value)}
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={() => {
        composing.current = false;
      }}
    />
  );
}

function viewOf(area: HTMLTextAreaElement): EditorView {
  return {
    start: area.selectionStart,
    end: area.selectionEnd,
    focused: document.activeElement === area,
    scrollTop: area.scrollTop,
  };
}

function select(area: HTMLTextAreaElement, start: number, end: number): void {
  area.focus();
  area.setSelectionRange(start, Math.max(start, end));
  // Browsers do not scroll a text area to its selection.
  const line = area.value.slice(0, start).split('\n').length - 1;
  const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, line * lineHeight - area.clientHeight / 3);
}
