import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal as Xterm } from '@xterm/xterm';
import { type ReactElement, useEffect, useRef } from 'react';

/** Lines kept to scroll back to. */
const SCROLLBACK = 20_000;
const MIN_ROWS = 3;
const MAX_ROWS = 18;

interface Shown {
  readonly terminal: Xterm;
  /** What it was given so far. */
  written: string;
}

/**
 * A read-only terminal. It is given `terminalText` alone, which holds no sequence but the stripe's colour; nothing typed
 * into it goes anywhere, and every key but those that scroll is left to the page.
 */
export function Terminal({ text }: { readonly text: string }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Shown>(undefined);
  useEffect(() => {
    if (place.current === null) return undefined;
    const { terminal, dispose } = openTerminal(place.current);
    shown.current = { terminal, written: '' };
    return () => {
      shown.current = undefined;
      dispose();
    };
  }, []);
  useEffect(() => {
    const current = shown.current;
    if (current === undefined) return;
    // Output is appended to, unless its start was dropped.
    if (!text.startsWith(current.written)) {
      current.terminal.reset();
      current.written = '';
    }
    current.terminal.write(text.slice(current.written.length), () => fitRows(current.terminal));
    current.written = text;
  }, [text]);
  return <section ref={place} className="calls-terminal" aria-label="Output in a terminal" />;
}

function openTerminal(place: HTMLElement): { readonly terminal: Xterm; readonly dispose: () => void } {
  const style = getComputedStyle(place);
  const terminal = new Xterm({
    rows: MIN_ROWS,
    convertEol: true,
    disableStdin: true,
    screenReaderMode: true,
    cursorInactiveStyle: 'none',
    cursorStyle: 'bar',
    cursorWidth: 1,
    scrollback: SCROLLBACK,
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize),
    lineHeight: 1.2,
    theme: themeOf(place),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type === 'keydown') scrollBy(terminal, event.key);
    return false;
  });
  terminal.open(place);
  const refit = (): void => {
    const columns = fit.proposeDimensions()?.cols;
    if (columns !== undefined && columns > 0 && columns !== terminal.cols) terminal.resize(columns, terminal.rows);
    fitRows(terminal);
  };
  const sizes = new ResizeObserver(refit);
  sizes.observe(place);
  const stopTheme = onTheme(() => {
    terminal.options.theme = themeOf(place);
  });
  return {
    terminal,
    dispose: () => {
      sizes.disconnect();
      stopTheme();
      terminal.dispose();
    },
  };
}

/** As many rows as there are lines, within bounds. */
function fitRows(terminal: Xterm): void {
  const { active } = terminal.buffer;
  const lines = active.baseY + active.cursorY + 1;
  const rows = Math.min(MAX_ROWS, Math.max(MIN_ROWS, lines));
  if (rows !== terminal.rows) terminal.resize(terminal.cols, rows);
}

function scrollBy(terminal: Xterm, key: string): void {
  if (key === 'ArrowUp') terminal.scrollLines(-1);
  if (key === 'ArrowDown') terminal.scrollLines(1);
  if (key === 'PageUp') terminal.scrollPages(-1);
  if (key === 'PageDown') terminal.scrollPages(1);
  if (key === 'Home') terminal.scrollToTop();
  if (key === 'End') terminal.scrollToBottom();
}

/** The colours that CSS gives the place, so that the tokens stay the only table. */
function themeOf(place: HTMLElement): ITheme {
  const { color, backgroundColor, outlineColor, caretColor } = getComputedStyle(place);
  return {
    foreground: color,
    background: backgroundColor,
    cursor: backgroundColor,
    cursorAccent: backgroundColor,
    yellow: outlineColor,
    selectionBackground: caretColor,
  };
}

function onTheme(listener: () => void): () => void {
  const root = document.documentElement;
  const chosen = new MutationObserver(listener);
  chosen.observe(root, { attributes: true, attributeFilter: ['data-theme'] });
  const asked = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query));
  for (const query of asked) query.addEventListener('change', listener);
  return () => {
    chosen.disconnect();
    for (const query of asked) query.removeEventListener('change', listener);
  };
}
