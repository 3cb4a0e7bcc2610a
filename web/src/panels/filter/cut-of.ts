import type { Cut } from '../../analysis/filter/cut-text.ts';

/** How the stream is cut, as it is chosen. */
export type CutWay = '1' | '7' | '64' | '4096' | 'random' | 'at';

/** The cut that a choice stands for. */
export function cutOf(way: CutWay, seed: number, boundary: number): Cut {
  if (way === 'random') return { kind: 'random', seed };
  return way === 'at' ? { kind: 'at', offsets: [boundary] } : { kind: 'size', size: Number(way) };
}
