import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';
import { compareFigures, type Figures, type RecordedFigures } from './figure.ts';
import { measureFigures } from './measure-figures.ts';

/** For `scripts/figures.mjs`: what runs it loads modules only as long as this one is being loaded. */
export const figures: Figures = await measureFigures();

/** What differs from what is recorded; nothing is recorded where there is no file. */
export const differences: string[] = compareFigures(readRecorded(), figures);

function readRecorded(): RecordedFigures {
  try {
    return JSON.parse(readFileSync(join(ROOT, 'tests/figures/figures.json'), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
