import type { CodeReading, Word } from './types.ts';

export function readCode(_words: readonly Word[]): CodeReading | undefined {
  return undefined;
}
