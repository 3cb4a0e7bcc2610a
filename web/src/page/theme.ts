import { useLayoutEffect } from 'react';
import { useMedia } from '../components/browser.ts';

/** `system` follows the browser for dark and for contrast; `contrast` follows it only for dark. */
export type Theme = 'system' | 'light' | 'dark' | 'contrast';

/** Names on the page, in the order in which the menu goes through them. */
export const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: 'system',
  light: 'light',
  dark: 'dark',
  contrast: 'high contrast',
};

export const THEMES: readonly Theme[] = ['system', 'light', 'dark', 'contrast'];

export function isDarkTheme(theme: Theme, systemIsDark: boolean): boolean {
  return theme === 'dark' || (theme !== 'light' && systemIsDark);
}

/** Applies a theme to `<html data-theme>`. */
export function useShownTheme(theme: Theme): void {
  const wantsContrast = useMedia('(prefers-contrast: more)');
  // Before the effects of the parts, because Monaco reads its colours from the page.
  useLayoutEffect(() => {
    const shown = theme === 'system' && wantsContrast ? 'contrast' : theme;
    if (shown === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = shown;
  }, [theme, wantsContrast]);
}
