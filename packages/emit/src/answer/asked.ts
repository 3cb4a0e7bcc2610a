/** The requested part of a document, as typed. */
export interface Asked {
  readonly commands?: string;
  readonly depth?: string;
}

/**
 * Reads `--agent` with `--commands` and `--depth`, in any order, before any other word: after a command they are its
 * own.
 *
 * Shape: `["--agent", "--depth", "1", "add"]` → `{ depth: "1" }`; `["add", "--agent"]` → absent
 * @see ATIP 0.3 §3.1.1
 */
export function readAsked(words: readonly string[]): Asked | undefined {
  const asked: { commands?: string; depth?: string } = {};
  let isAsked = false;
  for (let at = 0; at < words.length; at += 1) {
    const [, name, joined] = /^--(agent|commands|depth)(?:=(.*))?$/s.exec(words[at] ?? '') ?? [];
    if (name === 'agent' && joined === undefined) isAsked = true;
    else if (name === 'commands' || name === 'depth') {
      if (joined === undefined) at += 1;
      asked[name] = joined ?? words[at] ?? '';
    } else break;
  }
  return isAsked ? asked : undefined;
}
