import { useLayoutEffect, useState } from 'react';
import type { SafeStorage } from '../state/safe-storage.ts';
import { isTheme, type Theme } from '../state/theme.ts';

const THEME_KEY = 'atip.theme.v1';

/** The chosen theme, applied to `<html data-theme>` and remembered; `system` leaves the choice to the browser. */
export function useTheme(local: SafeStorage): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const stored = local.getItem(THEME_KEY);
    return isTheme(stored) ? stored : 'system';
  });
  // Before the effects of the parts: Monaco reads its colours from the page as it then is.
  useLayoutEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    local.setItem(THEME_KEY, theme);
  }, [local, theme]);
  return [theme, setTheme];
}
