/** The link that carries a working copy, and what to know before it is passed on. */
import { createResultFilter } from '@atip/core';
import { encodeShare } from '@atip/share';
import type { WorkingCopy } from './playground.ts';

export interface LengthMark {
  readonly place: string;
  /** In characters. */
  readonly limit: number;
  readonly fits: boolean;
}

/** A line that the secret filter would change, as the filter left it. */
export interface SuspectLine {
  /** From 1. */
  readonly line: number;
  readonly redacted: string;
}

/** Longest part of a suspect line that is shown, in UTF-16 units. */
const MAX_SHOWN = 120;

/**
 * The whole address of a working copy.
 *
 * @param base the page's own address without fragment, for example `"http://127.0.0.1:4170/"`
 * @throws whatever `encodeShare` throws for documents that are too large to share
 */
export function shareLink(copy: WorkingCopy, base: string): string {
  const fragment = encodeShare({
    documents: [{ name: copy.name, text: copy.text }],
    provider: copy.provider,
    panel: copy.tab,
    ...(copy.strict && { strict: true }),
  });
  return base + (fragment.startsWith('#') ? fragment : `#${fragment}`);
}

/** Where a link of this length can be pasted. Discord: one message; GitHub: the address of a new issue. */
export function lengthMarks(length: number): readonly LengthMark[] {
  const places = [
    { place: 'Discord', limit: 2000 },
    { place: 'GitHub', limit: 8195 },
  ];
  return places.map(({ place, limit }) => ({ place, limit, fits: length <= limit }));
}

/** Lines that look as if they held a secret; a link cannot be called back. */
export function suspectLines(text: string): readonly SuspectLine[] {
  const maxLength = Number.MAX_SAFE_INTEGER;
  const redacted = createResultFilter([], { maxLength }).filter(text, '');
  // What the filter does to line ends and invisible characters is no secret, so the same is done to both sides.
  const plain = createResultFilter([], { maxLength, redactSecrets: false }).filter(text, '');
  if (redacted === plain) return [];
  const before = plain.split('\n');
  const after = redacted.split('\n');
  // Where a secret spans lines the two no longer run side by side: then the whole text is one suspect.
  if (before.length !== after.length) return [{ line: 1, redacted: shortened(firstRedacted(after)) }];
  return after.flatMap((line, index) =>
    line === before[index] ? [] : [{ line: index + 1, redacted: shortened(line) }],
  );
}

function firstRedacted(lines: readonly string[]): string {
  return lines.find((line) => line.includes('[REDACTED]')) ?? '';
}

function shortened(line: string): string {
  const text = line.trim();
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`;
}
