import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../components/when-idle.ts';
import type { EditorRef, EditorView } from '../page/editor-handle.ts';

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
export function useMonaco(wanted: boolean, editor: EditorRef): LoadedMonaco | undefined {
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
