import type { AuditEntry } from '@atip/companion';
import { type ReactElement, useEffect, useState } from 'react';
import { ask } from '../companion/client.ts';
import { usePage } from '../page/page-context.ts';
import { Switch } from '../parts/choices.tsx';
import { ScrollRegion } from '../parts/content.tsx';
import { Button } from '../parts/controls.tsx';
import { Icon } from '../parts/Icon.tsx';
import { visibleText } from '../text/visible-text.ts';
import { countOf, timeOf } from '../text/words.ts';

/** The newest entries; `atip log` has all. */
const NEWEST = '500';

const EMPTY =
  'Nothing is on record yet. Calls of this page and of agents will appear here: who asked, the decision with its reason, and how each ended.';

/** The companion's record: who asked, what was decided and why, and what ran. */
export function Record(): ReactElement {
  const { api } = usePage().companion;
  const [entries, setEntries] = useState<readonly AuditEntry[]>();
  const [isNarrowed, setNarrowed] = useState(false);
  const [message, setMessage] = useState<{ readonly tone: 'good' | 'error'; readonly words: string }>();
  const fail = (words: string): void => setMessage({ tone: 'error', words });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each connection.
  useEffect(() => {
    void ask(api.audit.$get({ query: { last: NEWEST } })).then((answer) => {
      if (answer.ok) setEntries(answer.value.entries);
      else fail(`${answer.problem.title}. ${answer.problem.detail}`);
    });
  }, [api]);
  const verify = async (): Promise<void> => {
    const answer = await ask(api.audit.verify.$get());
    if (!answer.ok) return fail(answer.problem.detail);
    const { ok, entries: count, problem = '' } = answer.value;
    if (!ok) return fail(`The record cannot be trusted. ${problem}`);
    setMessage({ tone: 'good', words: `${countOf(count, 'line')} on record: nothing was changed or removed.` });
  };
  const rows = rowsOf(entries ?? []).filter(({ tone }) => !isNarrowed || tone === 'error');
  const none = entries?.length === 0 ? EMPTY : 'None of the newest calls was refused.';
  return (
    <>
      <div className="row">
        <span className="grow">
          <Switch label="Only refused" checked={isNarrowed} onChange={setNarrowed} />
        </span>
        <Button onClick={() => void verify()}>Verify</Button>
      </div>
      <p role="status" className={`verdict tone-${message?.tone}`}>
        {message && <Icon name={message.tone === 'good' ? 'check' : 'error'} />}
        <span>{visibleText(message?.words ?? '')}</span>
      </p>
      <ScrollRegion className="scroller section" label="Record">
        {rows.length === 0 && <p className="quiet">{entries === undefined ? 'Reading the record…' : none}</p>}
        <ul>{rows.map(rowElement)}</ul>
      </ScrollRegion>
    </>
  );
}

const ICONS = { good: 'check', info: 'info', warning: 'warning', error: 'refuse' } as const;

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

function rowElement(row: ReturnType<typeof rowsOf>[number]): ReactElement {
  const { seq, time, line, outcome, who, reason, cwd, tone } = row;
  const facts = [TIME.format(Date.parse(time)), who, cwd && `in ${cwd}`];
  return (
    <li key={seq} className={`listed verdict tone-${tone}`}>
      <Icon name={ICONS[tone]} />
      <div className="small">
        <code>{visibleText(line)}</code>
        <p>
          <strong>{outcome}</strong> {visibleText(reason)}
        </p>
        <p className="quiet">{visibleText(facts.filter(Boolean).join(' · '))}</p>
      </div>
    </li>
  );
}

type EntryOf<Event extends AuditEntry['event']> = Extract<AuditEntry, { readonly event: Event }>;

/** One row for each call, the newest first: its decision, and its run where it ran. */
export function rowsOf(entries: readonly AuditEntry[]) {
  const runs = new Map(entries.flatMap((entry) => (entry.event === 'execution' ? [[entry.call, entry] as const] : [])));
  const rows = entries.flatMap((entry) => {
    if (entry.event === 'decision') return rowOf(entry, runs.get(entry.call));
    if (entry.event === 'execution') return [];
    const line = 'A part of the record was lost: entries before this one may be missing.';
    return { ...entry, line, outcome: '', reason: '', who: undefined, cwd: undefined, tone: 'error' as const };
  });
  return rows.reverse();
}

function rowOf(decision: EntryOf<'decision'>, run: EntryOf<'execution'> | undefined) {
  const { seq, time, argv, who, cwd, reasons, problems = [], refused, approved } = decision;
  const isRefused = refused !== undefined || decision.decision === 'deny' || approved === false;
  const allowed = approved ? 'Allowed by you' : 'Allowed';
  const ran = run?.exitCode === 0 ? 'good' : run ? 'warning' : 'info';
  return {
    seq,
    // ISO 8601, UTC.
    time,
    who,
    cwd,
    line: argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' '),
    // `"Allowed, exit 0, 12 ms."`
    outcome: isRefused
      ? (REFUSED[refused ?? (approved === false ? 'declined' : 'policy')] ?? 'Refused.')
      : `${allowed}, ${run ? endOf(run) : 'no end on record'}.`,
    reason: [run?.error, run?.reason, ...problems, ...reasons].filter(Boolean).slice(0, 2).join(' '),
    tone: isRefused ? ('error' as const) : ran,
  } as const;
}

const REFUSED: Readonly<Record<string, string>> = {
  policy: 'Refused by the policy.',
  unasked: 'Refused: nobody could be asked.',
  declined: 'Refused by you.',
  unanswered: 'Refused: no answer came.',
};

function endOf({ timedOut, exitCode, duration }: EntryOf<'execution'>): string {
  const end = timedOut ? 'timed out' : exitCode === null ? 'stopped' : `exit ${exitCode}`;
  return `${end}, ${timeOf(duration)}`;
}
