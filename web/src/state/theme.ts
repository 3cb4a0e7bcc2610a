export type Theme = 'system' | 'light' | 'dark';

const ORDER: readonly Theme[] = ['system', 'light', 'dark'];

/** True for a theme's name, as read from storage. */
export function isTheme(value: unknown): value is Theme {
  return ORDER.some((theme) => theme === value);
}

/** The theme that the switch turns to next. */
export function nextTheme(theme: Theme): Theme {
  return ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? 'system';
}
