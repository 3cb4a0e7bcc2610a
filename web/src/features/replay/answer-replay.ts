import type { AtipTool } from '@atip/core';
import {
  asRecordedDecision,
  type RecordedDecision,
  type RecordedOutcome,
  replayDecisions,
  suggestRules,
} from '@atip/core/internal';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { parseJson } from '../../text/parsed-json.ts';
import { readSubject, vouchForShim } from '../../worker/subject.ts';
import { wholePolicy } from '../safety/policy-edit.ts';

export interface ReplayQuestion {
  /** JSON, one value a line, see `MAX_RECORD`. */
  readonly text: string;
  readonly policy?: PlainPolicy;
  /** Texts of the page's documents, which come before those at hand. */
  readonly documents: readonly string[];
}

export const MAX_DECISIONS = 20_000;
/** Rows of each kind that the page is sent. */
const MAX_ROWS = 300;
const MAX_BAD = 20;

export type Replay = Awaited<ReturnType<typeof answerReplay>>;

/** Decides everything of a record again under the page's policy, and proposes rules; `bad` lists lines that are not JSON objects. */
export async function answerReplay({ text, policy, documents }: ReplayQuestion) {
  const { decisions, ...lines } = readRecord(text);
  const { tools, missing } = await toolsFor(decisions, documents);
  const whole = wholePolicy(policy);
  const { rows, unreadRows, ...sums } = replayDecisions(decisions, tools, whole);
  const table = OUTCOMES.flatMap((was) => {
    const own = rows.filter((row) => row.was === was);
    const count = (now: string): number => own.reduce((sum, row) => sum + (row.now === now ? row.count : 0), 0);
    return own.length > 0 ? [{ was, allow: count('allow'), confirm: count('confirm'), deny: count('deny') }] : [];
  });
  const differing = rows.filter((row) => row.differs);
  return {
    ...sums,
    ...lines,
    missing,
    table,
    differingCalls: differing.length,
    // Different decisions come first, so that as many as possible are among the shown ones.
    rows: rows.slice(0, MAX_ROWS),
    calls: rows.length,
    unreadRows: unreadRows.slice(0, MAX_ROWS),
    suggested: suggestRules(decisions, tools, whole),
  };
}

const OUTCOMES: readonly RecordedOutcome[] = ['allowed', 'yes', 'no', 'unanswered', 'refused'];

type BadLine = { readonly line: number; readonly why: string };
type ReadRecord = ReturnType<typeof parseRecord>;

/** Adding a rule is another question about the same record. */
let kept: { readonly text: string; readonly read: ReadRecord } | undefined;

function readRecord(text: string): ReadRecord {
  if (kept?.text !== text) kept = { text, read: parseRecord(text) };
  return kept.read;
}

function parseRecord(text: string) {
  const all: RecordedDecision[] = [];
  const bad: BadLine[] = [];
  let [lines, badLines, others] = [0, 0, 0];
  for (const [index, source] of text.split('\n').entries()) {
    if (source.trim() === '') continue;
    lines += 1;
    const parsed = parseJson(source);
    const decision = parsed.ok ? asRecordedDecision(parsed.value) : undefined;
    if (decision) all.push(decision);
    else if (parsed.ok && typeof parsed.value === 'object' && parsed.value !== null) others += 1;
    else {
      badLines += 1;
      if (bad.length < MAX_BAD)
        bad.push({ line: index + 1, why: parsed.ok ? 'It is not a JSON object.' : parsed.message });
    }
  }
  const decisions = all.slice(-MAX_DECISIONS);
  return { decisions, lines, others, badLines, bad, leftOut: all.length - decisions.length };
}

/** The documents of the recorded programs: of an open one and a bundled one, the one that understands more of the record. */
async function toolsFor(decisions: readonly RecordedDecision[], documents: readonly string[]) {
  const open = documents.flatMap((text) => {
    const read = readSubject({ text });
    return read.ok ? [read.whole] : [];
  });
  const { listShims, loadShim } = await import('@atip/shims');
  const shims = listShims();
  const tools: AtipTool[] = [];
  const missing: string[] = [];
  for (const name of new Set(decisions.map(({ tool }) => tool.name))) {
    const shim = shims.includes(name) ? await loadShim(name) : undefined;
    if (shim) vouchForShim(shim);
    const known = [open.find((one) => one.name === name), shim].filter((one) => one !== undefined);
    const own = known.length > 1 ? decisions.filter(({ tool }) => tool.name === name) : [];
    const unread = known.map((tool) => (own.length > 0 ? replayDecisions(own, [tool], {}).unread : 0));
    const best = known[unread.indexOf(Math.min(...unread))];
    if (best === undefined) missing.push(name);
    else tools.push(best);
  }
  return { tools, missing };
}
