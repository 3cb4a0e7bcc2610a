/** What was typed to find an item, and when, in ms; changed by `nextItem`. */
export interface TypedSoFar {
  text: string;
  at: number;
}

interface Press {
  readonly key: string;
  /** Of the event, in ms. */
  readonly timeStamp: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Ms after which letters start a new search. */
const PAUSE = 700;

/**
 * The item of a menu that a key leads to: arrows go round, Home and End to the ends, letters to the next item that
 * begins with them. `undefined` for other keys, and when no item begins so.
 */
export function nextItem(press: Press, index: number, names: readonly string[], typed: TypedSoFar): number | undefined {
  const count = names.length;
  if (press.ctrlKey || press.metaKey || press.altKey || count === 0) return undefined;
  if (press.key === 'ArrowDown') return (index + 1) % count;
  if (press.key === 'ArrowUp') return (Math.max(index, 0) + count - 1) % count;
  if (press.key === 'Home') return 0;
  if (press.key === 'End') return count - 1;
  const goesOn = typed.text !== '' && press.timeStamp - typed.at < PAUSE;
  // Space chooses, unless it is part of a name being typed.
  if ([...press.key].length !== 1 || (press.key === ' ' && !goesOn)) return undefined;
  typed.text = goesOn ? typed.text + press.key.toLowerCase() : press.key.toLowerCase();
  typed.at = press.timeStamp;
  const isRepeated = [...typed.text].every((letter) => letter === typed.text[0]);
  const wanted = isRepeated ? (typed.text[0] ?? '') : typed.text;
  // One letter, also again and again, goes on to the next; a longer beginning may be where it is.
  const from = isRepeated ? index + 1 : Math.max(index, 0);
  for (let step = 0; step < count; step++) {
    const place = (from + step) % count;
    if (names[place]?.toLowerCase().startsWith(wanted)) return place;
  }
  return undefined;
}
