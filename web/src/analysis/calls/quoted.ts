/** A command line as text for one shell, or why there is none that would surely mean the same. */
export type Quoted =
  | {
      readonly ok: true;
      readonly text: string;
      /** What the text needs to mean the same, for example a newer version of the shell. */
      readonly note?: string;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Characters that nobody sees, or that a terminal acts on while text is pasted into it: all but the line feed. An escape
 * sequence in a pasted text can end the paste early, and the rest of it is then typed.
 */
export const UNSEEN: RegExp = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/u;

export const LONE_SURROGATE: RegExp = /\p{Cs}/u;

/** A text as runs of characters that can be seen, and of those that cannot, in order. */
export function runsOf(text: string): readonly { readonly unseen: boolean; readonly text: string }[] {
  const runs: { unseen: boolean; text: string }[] = [];
  for (const character of text) {
    const unseen = UNSEEN.test(character);
    const last = runs.at(-1);
    if (last?.unseen === unseen) last.text += character;
    else runs.push({ unseen, text: character });
  }
  return runs;
}
