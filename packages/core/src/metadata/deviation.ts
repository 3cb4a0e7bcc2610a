import type { Place } from './place-of.ts';
import type { SourceDocument } from './source-document.ts';

/** One deviation with what is known about its place. */
export interface Deviation {
  readonly document: SourceDocument;
  readonly pointer: string;
  readonly tokens: readonly string[];
  readonly value: unknown;
  readonly place: Place;
  /** The missing or unknown field; `''` where a value is wrong. */
  readonly field: string;
}
