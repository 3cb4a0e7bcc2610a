/** What the key of a flag says. */
export interface FlagKey {
  readonly spellings: readonly string[];
  readonly takesValue: boolean;
  readonly isOptional: boolean;
  readonly repeats: boolean;
  readonly isRequired: boolean;
  readonly isHidden: boolean;
}

const MODIFIERS = '=?*!&';
const MAX_LENGTH = 500;

/**
 * Takes the key of a flag apart.
 *
 * Shape: `"-s, --long=*!"` → the spellings `-s` and `--long`, which take a value, may be repeated and have to be given. `=` is a
 * value, `?` one that may be left out, `*` repeatable, `!` required, `&` hidden.
 */
export function readFlagKey(key: string): FlagKey {
  const text = key.length <= MAX_LENGTH ? key.trim() : '';
  let end = text.length;
  while (end > 0 && MODIFIERS.includes(text.charAt(end - 1))) end -= 1;
  // `-?` is a flag, and its mark no modifier.
  if (/(?:^|[\s,])--?$/.test(text.slice(0, end)) && end < text.length) end += 1;
  const modifiers = text.slice(end);
  const has = (modifier: string): boolean => modifiers.includes(modifier);
  return {
    spellings: text
      .slice(0, end)
      .split(/,\s*|\s+/)
      .filter((spelling) => spelling !== ''),
    takesValue: has('=') || has('?'),
    isOptional: has('?'),
    repeats: has('*'),
    isRequired: has('!'),
    isHidden: has('&'),
  };
}
