import type { Issue } from '@atip/core';
import {
  useEffect,
  useMemo,
  useState,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ReactElement,
  type Ref,
} from 'react';
import { usePage, type EditorRef, type EditorView, type EditorHandle } from '../page/page-context.ts';
import { MonacoEditor } from './MonacoEditor.tsx';
import { isDarkTheme } from '../page/theme.ts';
import { useMedia, whenIdle } from '../components/browser.ts';
import { Button } from '../components/controls.tsx';
import { Notice } from '../components/content.tsx';
import { isOneLine, mayBeForeign } from '../text/json.ts';
import { useOpenImported } from '../start/open-imported.ts';
import { useAnswer } from '../worker/use-answer.ts';
import { flushSync } from 'react-dom';

const NONE: readonly Issue[] = [];

/** Monaco does not support touch, and needs room. */
const ROOMY = '(min-width: 900px) and (not (pointer: coarse))';

/** The document: a text area first, then Monaco once it has loaded and fits. */
export function EditorPane({ ref }: { readonly ref: EditorRef }): ReactElement {
  const { copy, document, compilation, theme, dispatch, page } = usePage();
  const ids = useMemo(() => copy.documents.map(({ id }) => id), [copy.documents]);
  const isBlank = document.text.trim() === '';
  const onChange = (text: string): void => dispatch({ type: 'edit', text, id: document.id });
  const loaded = useMonaco(useMedia(ROOMY), ref);
  const dark = isDarkTheme(theme, useMedia('(prefers-color-scheme: dark)'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: dark and high contrast are read from the page, and only the theme's name tells them apart.
  useEffect(() => loaded?.applyTheme(dark), [loaded, dark, theme]);
  return (
    <section
      className="pane"
      aria-label="Document"
      data-part="editor"
      data-pane="editor"
      data-editor={loaded ? 'monaco' : 'plain'}
      tabIndex={-1}
    >
      <ImportOffer />
      {isOneLine(document.text) && <FormatOffer />}
      {loaded ? (
        <MonacoEditor
          ref={ref}
          monaco={loaded.monaco}
          initialView={loaded.view}
          id={document.id}
          ids={ids}
          value={document.text}
          issues={isBlank ? NONE : compilation.issues}
          issuesOf={compilation.issuesOf}
          onChange={onChange}
          onCursor={page.cursor.set}
        />
      ) : (
        <PlainEditor
          key={document.id}
          ref={ref}
          value={document.text}
          invalid={!isBlank && compilation.issues.some((issue) => issue.severity === 'error')}
          onChange={onChange}
        />
      )}
    </section>
  );
}

/** Offers to format a document on one line, because line numbers mean nothing there. */
function FormatOffer(): ReactElement {
  const { documents } = usePage();
  return (
    <Notice
      icon="code"
      part="format-offer"
      actions={
        <Button small onClick={documents.format}>
          Format it
        </Button>
      }
    >
      This document is on one line.
    </Notice>
  );
}

function ImportOffer(): ReactElement | null {
  const whole = usePage();
  const { document, page } = whole;
  const { text, id } = document;
  const openImported = useOpenImported(whole);
  const question = useMemo(() => (mayBeForeign(text) ? { text } : undefined), [text]);
  const { last } = useAnswer('recognise', question);
  if (question === undefined || last?.question !== question) return null;
  const { kind, words, reason, opens } = last.answer;
  if (kind === 'atip' || kind === 'broken' || kind === 'other') return null;
  const convert = async (): Promise<void> => {
    const problem = await openImported({ text }, { replaces: id });
    if (problem !== undefined) page.tell(problem);
  };
  return (
    <Notice
      icon="import"
      part="import-offer"
      actions={
        opens && (
          <Button small onClick={() => void convert()}>
            Open as a document
          </Button>
        )
      }
    >
      <strong>{words}.</strong> {opens ? 'This is not an ATIP document yet.' : reason}
    </Notice>
  );
}

type MonacoModule = typeof import('./monaco-env.ts');

interface LoadedMonaco extends Pick<MonacoModule, 'monaco' | 'applyTheme'> {
  /** Where the person was in the text area that Monaco replaces. */
  readonly view: EditorView | undefined;
}

/** Ms between two checks whether an input method is done composing. */
const COMPOSING_PAUSE = 100;

/**
 * Loads Monaco once the page is painted and idle, and hands it over between two keystrokes.
 *
 * Stays `undefined` where `wanted` is false (touch, small screens) and when loading fails: the text area then goes on.
 */
function useMonaco(wanted: boolean, editor: EditorRef): LoadedMonaco | undefined {
  const [loaded, setLoaded] = useState<LoadedMonaco>();
  useEffect(() => {
    if (!wanted) return undefined;
    let current = true;
    const stop = whenIdle(async () => {
      const module = await loadMonaco();
      if (module === undefined) return;
      const handOver = (): void => {
        if (!current) return;
        if (editor.current?.composing?.()) setTimeout(handOver, COMPOSING_PAUSE);
        // In one step, so that no keystroke falls between reading the cursor and replacing the text area.
        else flushSync(() => setLoaded({ ...module, view: editor.current?.view?.() }));
      };
      handOver();
    });
    return () => {
      current = false;
      stop();
    };
  }, [wanted, editor]);
  return loaded;
}

async function loadMonaco(): Promise<MonacoModule | undefined> {
  try {
    return await import('./monaco-env.ts');
  } catch (error) {
    // The network or the server failed; the text area is a complete editor, so the page goes on with it.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

interface PlainEditorProps {
  readonly ref: Ref<EditorHandle>;
  readonly value: string;
  readonly invalid: boolean;
  readonly onChange: (text: string) => void;
}

/** The editor of first paint, small screens and touch: a text area, set only when its text differs. */
function PlainEditor({ ref, value, invalid, onChange }: PlainEditorProps): ReactElement {
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
