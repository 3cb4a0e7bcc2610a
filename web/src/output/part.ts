import type { CompiledOutput } from '../document/compilation.ts';

/**
 * The tools of one command or group, which may stand apart; all where the output has none of it. Offsets are UTF-16 units,
 * `undefined` for one outside the part.
 *
 * @param pointer of the command or group
 */
export function partOf({ text, pointers, places, flags }: CompiledOutput, pointer?: string) {
  const all = pointers.map((_, index) => ({ start: places[2 * index] ?? 0, end: places[2 * index + 1] ?? 0 }));
  const chosen = pointer === undefined ? [] : all.filter((_, at) => `${pointers[at]}/`.startsWith(`${pointer}/`));
  if (chosen.length === 0) {
    const same = (offset: number): number | undefined => offset;
    return { text, flags, isWhole: true, toWhole: same, toPart: same };
  }
  // After `[` and a line break; between two tools stand a comma and a line break.
  let next = 2;
  const tools = chosen.map(({ start, end }) => {
    const by = next - start;
    next = end + by + 2;
    return { start, end, by };
  });
  const toPart = (offset: number): number | undefined => {
    const tool = tools.find(({ start, end }) => start <= offset && offset <= end);
    return tool && offset + tool.by;
  };
  return {
    text: `[\n${chosen.map(({ start, end }) => text.slice(start, end)).join(',\n')}\n]`,
    flags: Uint32Array.from([...flags].flatMap((offset) => toPart(offset) ?? [])),
    isWhole: false,
    toPart,
    toWhole(offset: number): number | undefined {
      const tool = tools.find(({ start, end, by }) => start + by <= offset && offset <= end + by);
      return tool && offset - tool.by;
    },
  };
}
