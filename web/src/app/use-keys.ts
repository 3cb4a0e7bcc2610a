import { useWindowEvent } from '../components/browser.ts';
import { TABS, type Tab } from '../document/working-copy.ts';

type KeyActions = Readonly<Record<'undo' | 'share' | 'palette' | 'help', () => void>> & {
  readonly tab: (tab: Tab) => void;
};

export function useKeys(actions: KeyActions): void {
  // Before Monaco can take the keys.
  useWindowEvent('keydown', (event) => {
    const dialogOpen = document.querySelector('dialog[open]') !== null;
    const command = commandOfKey(event, isTyping(event.target), dialogOpen, isApple());
    if (command === undefined) return;
    event.preventDefault();
    if (command === 'next-pane') focusPane(1);
    else if (command === 'previous-pane') focusPane(-1);
    else if (isTabCommand(command)) actions.tab(TABS[Number(command.slice(4)) - 1] ?? 'output');
    else actions[command]();
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
    pane?.querySelector<HTMLElement>('[data-part=editor] .native-edit-context') ??
    pane?.querySelector<HTMLElement>('[data-part=editor] textarea') ??
    pane?.querySelector<HTMLElement>('textarea, [tabindex="0"], button:not(:disabled), input:checked');
  (inside ?? pane)?.focus();
}

type TabCommand = `tab-${number}`;

type KeyCommand = 'undo' | 'share' | 'palette' | 'help' | 'next-pane' | 'previous-pane' | TabCommand;

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'getModifierState'
>;

export const KEY_HELP: readonly { readonly keys: string; readonly what: string }[] = [
  { keys: 'Ctrl K / ⌘ K', what: 'Search the page and the tool’s commands' },
  { keys: 'Ctrl S / ⌘ S', what: 'Copy a link, or open Share where a link needs your choice' },
  { keys: 'Ctrl Alt 1 … 4', what: 'Show Output, Safety, Try it or Diff (macOS: ⌃ ⌥ 1 … 4)' },
  { keys: 'F6 / Shift F6', what: 'Move to the next or previous pane' },
  { keys: 'Ctrl Z / ⌘ Z', what: 'Undo what a button did' },
  { keys: '← → Home End', what: 'On a tab: choose another' },
  { keys: 'Ctrl M', what: 'In the editor: Tab leaves it from now on, as after Escape (macOS: ⌃ ⇧ M)' },
  { keys: 'Ctrl . / ⌘ .', what: 'In the editor: fix the problem at the cursor' },
  { keys: 'Ctrl Space', what: 'In the editor: suggest fields and values' },
  { keys: 'Enter', what: 'On a problem: go to its place' },
  { keys: 'Escape', what: 'Close the dialog or the menu' },
  { keys: '?', what: 'Show this list' },
];

/**
 * The command of a key. None while a dialog is open; keys that type in a field belong to the field.
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
  if (press.altKey) return tabCommand(press, typing);
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
function tabCommand(press: KeyPress, typing: boolean): TabCommand | undefined {
  if (!press.ctrlKey || press.metaKey || press.shiftKey) return undefined;
  if (typing && press.getModifierState('AltGraph')) return undefined;
  // The key's place, whatever it types: digits need Shift on some keyboards.
  const digit = /^Digit([1-4])$/.exec(press.code)?.[1];
  return digit === undefined ? undefined : `tab-${Number(digit)}`;
}

function isTabCommand(command: KeyCommand): command is TabCommand {
  return command.startsWith('tab-');
}
