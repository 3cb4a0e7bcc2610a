/** The item of a list at an index that is inside of it by the way the list is made. */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  // Every caller makes its list as long as its indexes can be.
  return list[index] as Item;
}

/** {@link itemAt} of a table of numbers; apart from it, since a function that meets one kind of list alone is several times faster. */
export function intAt(table: Int32Array, index: number): number {
  // Every caller makes its table as long as its indexes can be.
  return table[index] as number;
}
