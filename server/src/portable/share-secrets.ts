import { findSecrets } from '@atip/core';
import type { ShareState } from '@atip/share';
import { ProblemError } from '../http/problem.ts';

/** UTF-16 units of all texts of a share, 4 Mi: what a request may have, and what is looked through in a moment. */
const MAX_TEXTS = 4_194_304;

/** Places that one refusal names. */
const MAX_NAMED = 5;

/**
 * Refuses a share that holds what looks like a secret: it is public for whoever has the link, and cannot be called back.
 *
 * Limits: best effort, as with the result filter; texts that the page shows are looked through, decoded.
 * @throws ProblemError 422 `secret-found`, which names kinds and places and no value; 413 `share-too-large`.
 */
export function refuseSecrets(state: ShareState): void {
  const texts = textsOf(state);
  if (texts.reduce((sum, { text }) => sum + text.length, 0) > MAX_TEXTS) {
    throw new ProblemError(413, 'share-too-large', `The texts of a share may have at most ${MAX_TEXTS} letters.`);
  }
  const found = texts.flatMap(({ place, text }) =>
    findSecrets(text).map(({ rule, start }) => `${rule} in ${place}, line ${lineOf(text, start)}`),
  );
  if (found.length === 0) return;
  const more = found.length > MAX_NAMED ? `, and ${found.length - MAX_NAMED} more` : '';
  const detail = `This looks like a secret: ${found.slice(0, MAX_NAMED).join('; ')}${more}. Take it out, and share again.`;
  throw new ProblemError(422, 'secret-found', detail);
}

interface PlacedText {
  readonly place: string;
  readonly text: string;
}

function textsOf({ documents, provider, panel, filter, call, response, output, policy }: ShareState): PlacedText[] {
  const documentTexts = documents.flatMap(({ name, text }, at) => [
    { place: `documents[${at}].name`, text: name },
    { place: `documents[${at}].text`, text },
  ]);
  const others = { provider, panel, filter, call, response, output, policy };
  return [
    ...documentTexts,
    ...Object.entries(others).flatMap(([place, value]) =>
      value === undefined ? [] : [{ place, text: asText(value) }],
    ),
  ];
}

/** Indented, so that a name stands beside its value and a line can be named. */
function asText(value: string | object): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
