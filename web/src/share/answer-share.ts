import { encodeShare, type ShareState } from '@atip/share';
import { findSecrets } from '@atip/core';

export interface ShareQuestion {
  readonly state: ShareState;
  /** The person's decision about possible secrets. Absent: none yet. */
  readonly consent?: 'redacted' | 'anyway' | undefined;
}

export interface ShareAnswer {
  /** At most 200 of them. */
  readonly suspects: readonly Suspect[];
  readonly suspectsTotal: number;
  /** The shared state, and its link's part after the address, with `#`. Absent: a person has to decide first. */
  readonly made?: { readonly state: ShareState; readonly fragment: string };
  /** Why it cannot be shared at all, as a sentence. */
  readonly failure?: string;
}

const MAX_LISTED = 200;

/** Redacting should leave no find. If one stays, the page says so instead of calling it redacted. */
const NOT_REDACTED = 'Some of the possible secrets cannot be removed.';

/** The fragment of a state; made only from a state without secrets, or after a person's decision. */
export function answerShare({ state, consent }: ShareQuestion): ShareAnswer {
  const suspects = findSuspects(state);
  const found = { suspects: suspects.slice(0, MAX_LISTED), suspectsTotal: suspects.length };
  if (suspects.length > 0 && consent === undefined) return found;
  const shared = consent === 'redacted' ? redactState(state) : state;
  if (consent === 'redacted' && findSuspects(shared).length > 0) return { ...found, failure: NOT_REDACTED };
  try {
    return { ...found, made: { state: shared, fragment: encodeShare(shared) } };
  } catch (error) {
    // The one thing that cannot be encoded is what is too large.
    if (!(error instanceof RangeError)) throw error;
    return { ...found, failure: error.message };
  }
}

/** One possible secret. Its own text is not in here. */
export interface Suspect {
  /** A document's name, or `"the filter"`, `"the policy"`. */
  readonly part: string;
  /** From 1. A filter and a policy are counted as their JSON is indented. */
  readonly line: number;
  /** For example `"github-token"`. */
  readonly rule: string;
  /** Its line with every secret of it taken out, and cut. */
  readonly shown: string;
}

/** UTF-16 units of a line that are shown, before and after the secret. */
const AROUND = 40;

const REDACTED = '[REDACTED]';

type Part = Pick<Suspect, 'part'> & { readonly text: string };

/** All suspects of a state, part by part, in the order of the text. Names of documents are looked through as well. */
export function findSuspects(state: ShareState): readonly Suspect[] {
  return partsOf(state).flatMap(suspectsIn);
}

/** The state with every find of {@link findSuspects} replaced by `[REDACTED]`. */
export function redactState(state: ShareState): ShareState {
  const { documents, filter, policy } = state;
  return {
    ...state,
    documents: documents.map(({ name, text }) => ({ name: redact(name), text: redact(text) })),
    // Commands of a document that is redacted are called otherwise there, too.
    filter: filter && { ...filter, commands: filter.commands?.map(redact) },
    policy: policy && redactFields(policy),
  };
}

function partsOf({ documents, filter, policy }: ShareState): readonly Part[] {
  const settings = { 'the filter': filter, 'the policy': policy };
  return [
    ...documents.flatMap(({ name, text }) => [
      { part: 'the name of a document', text: name },
      { part: redact(name), text },
    ]),
    ...Object.entries(settings).flatMap(([part, value]) =>
      value === undefined ? [] : [{ part, text: JSON.stringify(value, null, 2) }],
    ),
  ];
}

function suspectsIn({ part, text }: Part): Suspect[] {
  let line = 1;
  let counted = 0;
  const found = findSecrets(text);
  return found.map(({ rule, start, end }, index) => {
    // Lines are counted onwards, so that a text with thousands of suspects is gone through once.
    for (let next = text.indexOf('\n', counted); next >= 0 && next < start; next = text.indexOf('\n', counted)) {
      counted = next + 1;
      line += 1;
    }
    const from = Math.max(counted, start - AROUND, found[index - 1]?.end ?? 0);
    const after = text.slice(end, Math.min(end + AROUND, found[index + 1]?.start ?? text.length));
    return { part, line, rule, shown: `${text.slice(from, start)}${REDACTED}${after.split('\n', 1)[0] ?? ''}`.trim() };
  });
}

function redact(text: string): string {
  let redacted = '';
  let from = 0;
  for (const { start, end } of findSecrets(text)) {
    redacted += text.slice(from, start) + REDACTED;
    from = end;
  }
  return redacted + text.slice(from);
}

/** Every text in a value, and every key; numbers and the like stay. */
function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [redact(key), redactField(key, value)]));
}

function redactField(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => redactField(key, item));
  if (typeof value === 'object' && value !== null) return redactFields({ ...value });
  // A rule that goes by the key (`"password": "…"`) needs it beside the value; a PIN is a number there.
  return findSecrets(JSON.stringify({ [key]: value })).length === 0 ? value : REDACTED;
}
