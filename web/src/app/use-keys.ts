import { TABS, type Tab } from '../document/working-copy.ts';
import type { Page } from '../page/page-context.ts';
import { useWindowEvent } from '../parts/browser.ts';

export function useKeys({ dispatch, page, copyLink, dialog }: Page): void {
  const showTab = (value: Tab) => () => {
    dispatch({ type: 'set', key: 'tab', value });
    document.getElementById(`tab-${value}`)?.focus();
  };
  const actions: Readonly<Record<KeyCommand, () => void>> = {
    undo: () => dispatch({ type: 'undo' }),
    share: copyLink,
    palette: () => page.openDialog('palette'),
    help: () => page.openDialog('keys'),
    'next-pane': () => focusPane(1),
    'previous-pane': () => focusPane(-1),
    output: showTab('output'),
    safety: showTab('safety'),
    try: showTab('try'),
  };
  // Before Monaco can take the keys.
  useWindowEvent('keydown', (event) => {
    // Else the toasts would take the focus by this key, also out of a question about a run.
    if (event.key === 'F6') event.stopImmediatePropagation();
    // A select keeps its closed list.
    const layer = document.querySelector('.dialog, .popup:is([role=menu], [role=listbox])[data-open]');
    const dialogOpen = dialog !== undefined || layer !== null;
    const command = commandOfKey(event, isTyping(event.target), dialogOpen, isApple());
    if (command === undefined) return;
    event.preventDefault();
    actions[command]();
  });
}

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
  // From nowhere forward is the first, backward the last.
  const pane = panes.at(index === -1 && step === -1 ? -1 : (index + step) % panes.length);
  // In the document's pane the editor comes first, before everything above it.
  const inside =
    pane?.querySelector<HTMLElement>('[data-part=document] :is(.native-edit-context, textarea)') ??
    pane?.querySelector<HTMLElement>('textarea, [tabindex="0"], button:not(:disabled), input:checked');
  (inside ?? pane)?.focus();
}

type KeyCommand = 'undo' | 'share' | 'palette' | 'help' | 'next-pane' | 'previous-pane' | Tab;

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'getModifierState'
>;

export const KEY_HELP: Readonly<Record<string, string>> = {
  'Ctrl K / ⌘ K': 'Search the page and the tool’s commands',
  'Ctrl S / ⌘ S': 'Copy a link, or open Share where a link needs your choice',
  'Ctrl Alt 1 … 3': 'Show Output, Safety or Try it (macOS: ⌃ ⌥ 1 … 3)',
  'F6 / Shift F6': 'Move to the next or previous pane',
  'Ctrl Z / ⌘ Z': 'Undo what a button did',
  '← → Home End': 'On a tab: choose another',
  'Ctrl M': 'In the editor: Tab leaves it from now on, as after Escape (macOS: ⌃ ⇧ M)',
  'Ctrl Space': 'In the editor: suggest fields and values',
  Enter: 'On a problem: go to its place',
  Escape: 'Close the dialog or the menu',
  '?': 'Show this list',
};

/**
 * The command of a key, or the tab that it shows. None while a dialog is open; keys that type in a field belong to the field.
 *
 * @param apple on macOS and iOS, where Control K deletes to the end of the line in every field
 */
export function commandOfKey(
  press: KeyPress,
  typing: boolean,
  dialogOpen: boolean,
  apple = false,
): KeyCommand | undefined {
  if (dialogOpen) return undefined;
  if (press.altKey) return tabOfKey(press, typing);
  if (press.ctrlKey || press.metaKey) {
    if (press.shiftKey) return undefined;
    const key = press.key.toLowerCase();
    // A field undoes its own typing.
    if (key === 'z') return typing || press.metaKey !== apple ? undefined : 'undo';
    if (key === 'k') return press.metaKey || !apple ? 'palette' : undefined;
    return key === 's' ? 'share' : undefined;
  }
  if (press.key === 'F6') return press.shiftKey ? 'previous-pane' : 'next-pane';
  return press.key === '?' && !typing ? 'help' : undefined;
}

/**
 * Control and Alt together, since Alt with a digit changes browser tabs on Linux and types a character on macOS.
 *
 * On Windows the two are also AltGr, which types characters such as `@` and `²`: in a field those win.
 */
function tabOfKey(press: KeyPress, typing: boolean): Tab | undefined {
  if (!press.ctrlKey || press.metaKey || press.shiftKey) return undefined;
  if (typing && press.getModifierState('AltGraph')) return undefined;
  // The key's place, whatever it types: digits need Shift on some keyboards.
  return TABS.find((_, index) => press.code === `Digit${index + 1}`);
}
