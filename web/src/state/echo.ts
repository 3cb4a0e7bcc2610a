/**
 * Tells an editor's own text coming back to it from a text that somebody else put in its place.
 *
 * A page may render an older keystroke after a newer one was typed; taking that for a new text would undo typing.
 *
 * @param said what the editor reported and has not seen come back, oldest first
 * @returns what is still on its way once `value` has come back; `undefined` when `value` is not the editor's own
 */
export function acknowledge(said: readonly string[], value: string): readonly string[] | undefined {
  const index = said.lastIndexOf(value);
  return index === -1 ? undefined : said.slice(index + 1);
}
