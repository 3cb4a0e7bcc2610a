/** A `$ref`: the JSON Pointer of the schema that has it, and its text. */
export interface Reference {
  readonly from: string;
  readonly to: string;
}

/** So many that comparing each with each, as often as there are, is still quick. */
const MAX_REFERENCES = 200;

/**
 * Whether following references leads from a schema back into itself.
 *
 * Limits: more than 200 references count as recursion, as they are not followed. Pointers are compared as they are, so a
 * target with percent escapes leads nowhere.
 * @param root JSON Pointer of the schema that `#` stands for
 */
export function hasRecursion(root: string, references: readonly Reference[]): boolean {
  if (references.length > MAX_REFERENCES) return true;
  let open = references;
  for (;;) {
    // What leads to no other reference is on no circle; what is left at the end is, or leads to one.
    const rest = open.filter(({ to }) => open.some(({ from }) => `${from}/`.startsWith(`${root}${to.slice(1)}/`)));
    if (rest.length === open.length) return rest.length > 0;
    open = rest;
  }
}
