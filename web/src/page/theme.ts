/** `system` follows the browser's wishes, for dark as well as for contrast; `contrast` follows it for dark alone. */
export type Theme = 'system' | 'light' | 'dark' | 'contrast';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark', 'contrast'];

/** Names on the page. */
export const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: 'system',
  light: 'light',
  dark: 'dark',
  contrast: 'high contrast',
};

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
}

export function isDarkTheme(theme: Theme, systemIsDark: boolean): boolean {
  return theme === 'dark' || (theme !== 'light' && systemIsDark);
}
