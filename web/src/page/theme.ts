import { useLayoutEffect } from 'react';
import { useMedia } from '../parts/browser.ts';

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
/** `system` follows the browser for dark and for contrast; `contrast` follows it only for dark. */
export type Theme = (typeof THEMES)[number];

export const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
  contrast: 'High contrast',
};

/**
 * Applies a theme to `<html data-theme>`. @returns the theme that is shown: for `system`, high contrast where the
 * browser asks for that
 */
export function useShownTheme(theme: Theme): Theme {
  const wantsContrast = useMedia('(prefers-contrast: more)');
  const shown = theme === 'system' && wantsContrast ? 'contrast' : theme;
  // Before the effects of the parts, because Monaco reads its colours from the page.
  useLayoutEffect(() => {
    if (shown === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = shown;
  }, [shown]);
  return shown;
}
