/**
 * Sees one value on a walk. `way`: the keys and indexes that lead to it, valid until the return; `key`: its own, when it
 * is a member of an object. `false` leaves out what is inside it.
 */
type See = (value: unknown, way: readonly (string | number)[], key?: string) => boolean;

/**
 * Visits every value of a document, owners before members, in the order of the document.
 *
 * Goes as deep as the document, which its reader has bounded. Pointers are left to whoever has something to report:
 * writing one for every value takes longer than the walk.
 */
export function walkValue(value: unknown, see: See): void {
  if (see(value, [])) {
    walkMembers(value, [], see);
  }
}

function walkMembers(value: unknown, way: (string | number)[], see: See): void {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  const depth = way.length;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      way[depth] = index;
      if (see(value[index], way)) {
        walkMembers(value[index], way, see);
      }
    }
  } else {
    for (const [key, member] of Object.entries(value)) {
      way[depth] = key;
      if (see(member, way, key)) {
        walkMembers(member, way, see);
      }
    }
  }
  way.length = depth;
}
