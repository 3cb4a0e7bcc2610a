/** Where lines are: each is as high as the next and none is wrapped, so places are computed and never measured. Px. */
export const LINE_HEIGHT = 19;
const PADDING = 8;

/** The line at a height within the text, counted from 1 and kept within the text. */
export function lineAt(y: number, lines: number): number {
  return Math.min(lines, Math.max(1, Math.floor((y - PADDING) / LINE_HEIGHT) + 1));
}

/** The height of a line's upper edge within the text. */
export function topOf(line: number): number {
  return PADDING + (line - 1) * LINE_HEIGHT;
}

/** Neighbouring lines as one block. */
export interface LineBlock {
  readonly first: number;
  readonly count: number;
}

/** Lines in any order as blocks in the order of the text; no more than `most` of them. */
export function blocksOf(lines: readonly number[], most: number): readonly LineBlock[] {
  const blocks: LineBlock[] = [];
  for (const line of [...new Set(lines)].sort((a, b) => a - b)) {
    const last = blocks.at(-1);
    if (last && last.first + last.count === line) blocks[blocks.length - 1] = { ...last, count: last.count + 1 };
    else if (blocks.length === most) break;
    else blocks.push({ first: line, count: 1 });
  }
  return blocks;
}

/**
 * The line that a key leads to; `undefined` for a key that leads nowhere.
 *
 * @param page lines that are seen at once
 */
export function nextLine(key: string, line: number, page: number, lines: number): number | undefined {
  const step = Math.max(1, page - 1);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: line + 1,
    ArrowUp: line - 1,
    PageDown: line + step,
    PageUp: line - step,
    Home: 1,
    End: lines,
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target === undefined ? undefined : Math.min(lines, Math.max(1, target));
}
