import type { Issue } from '@atip/core';
import { type ReactElement, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { EditorHandle } from '../editor/editor-handle.ts';
import { MonacoEditor } from '../editor/MonacoEditor.tsx';
import { PlainEditor, type PlainEditorHandle } from '../editor/PlainEditor.tsx';
import type { Theme } from '../state/theme.ts';
import { useMedia } from './use-media.ts';
import { useMonaco } from './use-monaco.ts';

/** Monaco does not support touch, and needs room. */
const ROOMY = '(min-width: 900px) and (not (pointer: coarse))';

interface EditorPaneProps {
  readonly ref: Ref<EditorHandle>;
  readonly value: string;
  readonly issues: readonly Issue[];
  readonly theme: Theme;
  readonly onChange: (text: string) => void;
}

/** The document: a text area first, Monaco as soon as it is there and fits. */
export function EditorPane({ ref, value, issues, theme, onChange }: EditorPaneProps): ReactElement {
  const plain = useRef<PlainEditorHandle>(null);
  const rich = useRef<EditorHandle>(null);
  const loaded = useMonaco(useMedia(ROOMY), plain);
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const dark = theme === 'system' ? systemIsDark : theme === 'dark';
  const current = (): EditorHandle | null => rich.current ?? plain.current;
  useImperativeHandle(ref, () => ({ focus: () => current()?.focus(), reveal: (range) => current()?.reveal(range) }));
  useEffect(() => loaded?.applyTheme(loaded.monaco, dark), [loaded, dark]);
  return (
    <section
      className="pane"
      aria-label="Document"
      data-part="editor"
      data-pane="editor"
      data-editor={loaded ? 'monaco' : 'plain'}
      tabIndex={-1}
    >
      {loaded ? (
        <MonacoEditor
          ref={rich}
          monaco={loaded.monaco}
          initialView={loaded.view}
          language="json"
          value={value}
          issues={issues}
          onChange={onChange}
        />
      ) : (
        <PlainEditor
          ref={plain}
          value={value}
          invalid={issues.some((issue) => issue.severity === 'error')}
          onChange={onChange}
        />
      )}
    </section>
  );
}
