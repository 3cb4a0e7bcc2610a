import { findSecrets } from '@atip/core';
import { isRecord } from '@atip/core/internal';
import { encodeShare, type ShareState } from '@atip/share';
import { parseJson } from '../text/json.ts';

export interface ShareQuestion {
  readonly state: ShareState;
  /** The person's decision about possible secrets. Absent: none yet. */
  readonly consent?: 'redacted' | 'anyway' | undefined;
}

export interface ShareAnswer {
  readonly suspects: number;
  /** The places of the first ones, without their text: `"git.json, line 2: github-token"`. */
  readonly places: readonly string[];
  /** The shared state, and the fragment of its link, with `#`. Absent: a person has to decide first. */
  readonly made?: { readonly state: ShareState; readonly fragment: string };
  /** Why it cannot be shared at all, as a sentence. */
  readonly failure?: string;
}

const MOST_PLACES = 5;

/** The fragment of a state; made only from a state without secrets, or after a person's decision. */
export function answerShare({ state, consent }: ShareQuestion): ShareAnswer {
  const all = suspectsIn(state);
  const found = { suspects: all.length, places: all.slice(0, MOST_PLACES).map(placeOf) };
  if (all.length > 0 && consent === undefined) return found;
  const shared = consent === 'redacted' ? redacted(state) : state;
  // Redacting should leave no find. If one stays, the page says so instead of calling it redacted.
  if (consent === 'redacted' && suspectsIn(shared).length > 0)
    return { ...found, failure: 'Some of the possible secrets cannot be removed.' };
  try {
    return { ...found, made: { state: shared, fragment: encodeShare(shared) } };
  } catch (error) {
    // The one thing that cannot be encoded is what is too large.
    if (!(error instanceof RangeError)) throw error;
    return { ...found, failure: error.message };
  }
}

/** Part by part, in the order of the text. Names of documents are looked through as well. */
function suspectsIn({ documents, filter, policy }: ShareState) {
  const parts = [
    ...documents.flatMap(({ name, text }) => [
      { part: 'the name of a document', text: name },
      { part: redact(name), text },
    ]),
    { part: 'the filter', text: JSON.stringify(filter, null, 2) ?? '' },
    { part: 'the policy', text: JSON.stringify(policy, null, 2) ?? '' },
  ];
  return parts.flatMap((part) => findSecrets(part.text).map(({ rule, start }) => ({ ...part, rule, start })));
}

function placeOf({ part, text, start, rule }: ReturnType<typeof suspectsIn>[number]): string {
  return `${part}, line ${text.slice(0, start).split('\n').length.toLocaleString('en')}: ${rule}`;
}

function redacted(state: ShareState): ShareState {
  const { documents, filter, policy } = state;
  const rest = policy && parseJson(redact(JSON.stringify(policy)));
  return {
    ...state,
    documents: documents.map(({ name, text }) => ({ name: redact(name), text: redact(text) })),
    // Commands of a document that is redacted are called otherwise there, too.
    filter: filter && { ...filter, commands: filter.commands?.map(redact) },
    // A policy that is no JSON any more had a number for a secret.
    policy: rest?.ok && isRecord(rest.value) ? rest.value : undefined,
  };
}

function redact(text: string): string {
  let result = '';
  let from = 0;
  for (const { start, end } of findSecrets(text)) {
    result += `${text.slice(from, start)}[REDACTED]`;
    from = end;
  }
  return result + text.slice(from);
}
