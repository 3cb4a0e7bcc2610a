import { useEffect, useRef } from 'react';
import { commandOfKey, nextPane, tabIndexOf } from '../panels/keys.ts';
import { TABS, type Tab } from '../document/working-copy.ts';

interface KeyActions {
  readonly onShare: () => void;
  readonly onHelp: () => void;
  readonly onPalette: () => void;
  readonly onTab: (tab: Tab) => void;
}

/** The page's own keys; see `KEY_HELP`. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const dialogOpen = document.querySelector('dialog[open]') !== null;
      const command = commandOfKey(event, isTyping(event.target), dialogOpen, isApple());
      if (command === undefined) return;
      event.preventDefault();
      if (command === 'share') latest.current.onShare();
      if (command === 'help') latest.current.onHelp();
      if (command === 'palette') latest.current.onPalette();
      const tab = TABS[tabIndexOf(command) ?? -1];
      if (tab !== undefined) latest.current.onTab(tab);
      if (command === 'next-pane') focusPane(1);
      if (command === 'previous-pane') focusPane(-1);
    };
    // Captured: Monaco must not take the keys first.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** Where the command key does what Control does elsewhere. */
export function isApple(): boolean {
  return /Mac|iP(hone|ad|od)/.test(navigator.platform);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.closest('input:not([type=radio], [type=checkbox]), textarea, select, .monaco-editor') !== null;
}

function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.checkVisibility());
  const index = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = panes[nextPane(index, step, panes.length)];
  // What the tour says stands before the document, which is what whoever goes there wants.
  const inside =
    pane?.querySelector<HTMLElement>('[data-part=editor] .native-edit-context') ??
    pane?.querySelector<HTMLElement>('[data-part=editor] textarea') ??
    pane?.querySelector<HTMLElement>('textarea, [tabindex="0"], button:not(:disabled), input:checked');
  (inside ?? pane)?.focus();
}
