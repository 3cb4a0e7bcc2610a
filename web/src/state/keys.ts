/** The page's keys. */

export type KeyCommand = 'share' | 'help' | 'next-pane' | 'previous-pane';

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

export const KEY_HELP: readonly { readonly keys: string; readonly what: string }[] = [
  { keys: 'Ctrl S / ⌘ S', what: 'Copy the share link' },
  { keys: 'F6 / Shift F6', what: 'Move to the next or previous pane' },
  { keys: 'Ctrl M', what: 'In the editor: let Tab leave it (macOS: Ctrl Shift M)' },
  { keys: 'Ctrl . / ⌘ .', what: 'In the editor: fix the problem at the cursor' },
  { keys: 'Ctrl Space', what: 'In the editor: suggest fields and values' },
  { keys: 'Enter', what: 'On a problem: jump to its place' },
  { keys: '?', what: 'This list' },
];

/** The command a key stands for; none while a dialog is open, and `?` types itself in a field. */
export function commandOfKey(press: KeyPress, typing: boolean, dialogOpen: boolean): KeyCommand | undefined {
  if (dialogOpen || press.altKey) return undefined;
  const withControl = press.ctrlKey || press.metaKey;
  if (withControl) return press.key.toLowerCase() === 's' && !press.shiftKey ? 'share' : undefined;
  if (press.key === 'F6') return press.shiftKey ? 'previous-pane' : 'next-pane';
  return press.key === '?' && !typing ? 'help' : undefined;
}

/** The pane after `index` in a ring of `count`; from nowhere (-1) forward is the first, backward the last. */
export function nextPane(index: number, step: 1 | -1, count: number): number {
  if (index === -1) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}
