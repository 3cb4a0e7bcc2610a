import { type ReactElement, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { EditorHandle } from '../editor/editor-handle.ts';
import { MonacoEditor } from '../editor/MonacoEditor.tsx';
import { PlainEditor, type PlainEditorHandle } from '../editor/PlainEditor.tsx';
import type { Compilation } from '../state/compilation.ts';
import { isDarkTheme, type Theme } from '../state/theme.ts';
import type { PageDocument } from '../state/working-copy.ts';
import { useMedia } from '../components/use-media.ts';
import { useMonaco } from './use-monaco.ts';

/** Monaco does not support touch, and needs room. */
const ROOMY = '(min-width: 900px) and (not (pointer: coarse))';

interface EditorPaneProps {
  readonly ref: Ref<EditorHandle>;
  readonly document: PageDocument;
  /** Of all open documents. */
  readonly ids: readonly string[];
  readonly compilation: Compilation;
  readonly theme: Theme;
  readonly onChange: (text: string) => void;
  readonly onCursor: (offset: number | undefined) => void;
  /** Stands above the text: the tabs of the open documents. */
  readonly children?: ReactNode;
}

/** The document: a text area first, Monaco as soon as it is there and fits. */
export function EditorPane({
  ref,
  document,
  ids,
  compilation,
  theme,
  onChange,
  onCursor,
  children,
}: EditorPaneProps): ReactElement {
  const plain = useRef<PlainEditorHandle>(null);
  const rich = useRef<EditorHandle>(null);
  const loaded = useMonaco(useMedia(ROOMY), plain);
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const dark = isDarkTheme(theme, systemIsDark);
  const current = (): EditorHandle | null => rich.current ?? plain.current;
  useImperativeHandle(ref, () => ({
    focus: () => current()?.focus(),
    reveal: (range) => current()?.reveal(range),
    highlight: (ranges) => current()?.highlight(ranges),
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: dark and high contrast are read from the page, and only the theme's name tells them apart.
  useEffect(() => loaded?.applyTheme(loaded.monaco, dark), [loaded, dark, theme]);
  return (
    <section
      className="pane"
      aria-label="Document"
      data-part="editor"
      data-pane="editor"
      data-editor={loaded ? 'monaco' : 'plain'}
      tabIndex={-1}
    >
      {children}
      {loaded ? (
        <MonacoEditor
          ref={rich}
          monaco={loaded.monaco}
          initialView={loaded.view}
          language="json"
          id={document.id}
          ids={ids}
          value={document.text}
          issues={compilation.issues}
          issuesOf={compilation.issuesOf}
          onChange={onChange}
          onCursor={onCursor}
        />
      ) : (
        <PlainEditor
          key={document.id}
          ref={plain}
          value={document.text}
          invalid={compilation.issues.some((issue) => issue.severity === 'error')}
          onChange={onChange}
        />
      )}
    </section>
  );
}
