import { useEffect, useState } from 'react';
import { usePage } from '../page/page-context.ts';
import { useMedia, whenIdle } from '../parts/browser.ts';

export type MonacoModule = typeof import('./monaco-env.ts');

/** Monaco does not support touch, and needs room. */
const ROOMY = '(min-width: 900px) and (not (pointer: coarse))';

let loaded: MonacoModule | null | undefined;

/**
 * Monaco in the colours of the page: `undefined` until the page is painted and idle, `null` on touch and small screens, and
 * where loading fails.
 */
export function useMonaco(): MonacoModule | null | undefined {
  const { shownTheme } = usePage();
  const [module, setModule] = useState(loaded);
  const isRoomy = useMedia(ROOMY);
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const isDark = shownTheme === 'dark' || (shownTheme !== 'light' && isSystemDark);
  useEffect(() => {
    if (!isRoomy) return undefined;
    return whenIdle(async () => {
      loaded ??= await import('./monaco-env.ts').catch(withoutMonaco);
      setModule(loaded);
    });
  }, [isRoomy]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: dark and high contrast are read from the page.
  useEffect(() => module?.applyTheme(isDark), [module, isDark, shownTheme]);
  return isRoomy ? module : null;
}

/** The network or the server failed. */
function withoutMonaco(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}
