import './safety.css';
import { Fragment, type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type PanelProps, usePage } from '../page/page-context.ts';
import { Choice, Switch } from '../parts/choices.tsx';
import { Badges } from '../parts/content.tsx';
import { Button } from '../parts/controls.tsx';
import { Icon } from '../parts/Icon.tsx';
import { rowAfterKey } from '../parts/row-window.ts';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAnswer } from '../worker/use-answer.ts';
import type { SafetyQuestion, SafetyRow } from './answer-safety.ts';
import {
  becauseOf,
  CHOICES,
  DECIDED,
  decisionLine,
  headline,
  policyLabel,
  ruleLine,
  type Section,
  SECTIONS,
  withRule,
} from './policy-words.ts';
import { PolicyEditor, usePolicy } from './PolicyEditor.tsx';

/** The commands, the worst first, with the policy's decision; a drawer shows one command, or the policy. */
export function Safety({ active }: PanelProps): ReactElement {
  const { state, copy, compilation, isPolicyOpen, setPolicyOpen, headSlot } = usePage();
  const { policy } = copy;
  const [chosen, setChosen] = useState<SafetyRow>();
  const [isNarrowed, setNarrowed] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const drawer = useRef<HTMLElement>(null);
  const policyButton = useRef<HTMLButtonElement>(null);
  const source = active ? compilation.result?.source : undefined;
  // Each change of a policy can be undone, so that knows the policy before the last one. Of a link's policy all is new.
  const preset = policy?.preset;
  const ofLink = useMemo(() => (preset === undefined ? {} : { preset }), [preset]);
  const before = copy.isPolicyOfLink ? ofLink : (state.undo?.before ?? copy).policy;
  const question = useMemo(() => source && { ...source, policy, before }, [source, policy, before]);
  const { last, pending, failure } = useAnswer('safety-table', question);
  const table = last?.answer.ok === true ? last.answer : undefined;
  const isOpen = table !== undefined && (isPolicyOpen || chosen !== undefined);
  useEffect(() => {
    const element = isOpen ? drawer.current : null;
    const isOver = element !== null && getComputedStyle(element).position === 'absolute';
    if (isPolicyOpen || isOver) element?.querySelector('button')?.focus();
  }, [isOpen, isPolicyOpen]);
  if (table === undefined) {
    const refusal = failure ?? (last?.answer.ok === false ? last.answer.message : undefined);
    return (
      <p className="empty quiet" data-part="safety" aria-busy={pending}>
        {visibleText(refusal ?? 'The decisions appear as soon as the document compiles.')}
      </p>
    );
  }
  const title = isPolicyOpen ? 'Policy' : chosen?.label;
  const changed = table.rows.filter(({ isChanged }) => isChanged);
  const isOnlyChanged = isNarrowed && changed.length > 0;
  const close = (): void => {
    setPolicyOpen(false);
    setChosen(undefined);
    const row = panel.current?.querySelector<HTMLElement>('.safety-name[tabindex="0"]');
    (isPolicyOpen ? policyButton.current : row)?.focus();
  };
  const policyTool = (
    <Button
      ref={policyButton}
      icon="settings"
      aria-expanded={isPolicyOpen}
      onClick={() => setPolicyOpen(!isPolicyOpen)}
    >
      Policy: {policyLabel(policy ?? {}, copy.isPolicyOfLink)}
    </Button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the drawer wherever the focus is.
    <div
      ref={panel}
      className="panel safety"
      data-part="safety"
      aria-busy={pending}
      onKeyDown={(event) => {
        // The list of a select is no part of the panel, and closes itself.
        const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key === 'Escape' && !event.defaultPrevented && isInside && isOpen) close();
      }}
    >
      {active && headSlot && createPortal(policyTool, headSlot)}
      <div className="safety-main">
        <div className="row pane-note safety-head">
          <div className="grow">
            <h2>{headline(table)}</h2>
            <p className="quiet">{decisionLine(table)}</p>
          </div>
          {(isPolicyOpen || changed.length > 0) && (
            <Switch
              label={`Only changed (${countOf(changed.length, 'row')})`}
              checked={isOnlyChanged}
              onChange={setNarrowed}
            />
          )}
        </div>
        <Calls
          rows={isOnlyChanged ? changed : table.rows}
          selected={isPolicyOpen ? undefined : chosen}
          onSelect={(row) => {
            setPolicyOpen(false);
            setChosen(row);
          }}
        />
      </div>
      {isOpen && (
        <section ref={drawer} className="safety-drawer" aria-label={title}>
          <div className="row">
            <h2 className="grow">{title}</h2>
            <Button look="plain" icon="close" aria-label="Close" onClick={close} />
          </div>
          {isPolicyOpen && <PolicyEditor subject={source} />}
          {chosen && !isPolicyOpen && <CallDetails id={chosen.id} question={question} />}
        </section>
      )}
    </div>
  );
}

/** Rows of a section before a person asks for all; thousands would be slow. */
const MOST_ROWS = 100;
/** Rows that a page key passes. */
const PAGE = 10;

interface CallsProps {
  /** The worst first. */
  readonly rows: readonly SafetyRow[];
  readonly selected: SafetyRow | undefined;
  readonly onSelect: (row: SafetyRow) => void;
}

/** Commands, why they are dangerous, and the policy's decision. */
function Calls({ rows, selected, onSelect }: CallsProps): ReactElement {
  const [whole, setWhole] = useState<readonly Section[]>([]);
  const sections = SECTIONS.flatMap(({ name, title }) => {
    const list = rows.filter(({ section }) => section === name);
    const most = whole.includes(name) ? list.length : name === 'unusual' ? 0 : MOST_ROWS;
    return list.length === 0 ? [] : [{ name, title, list, shown: list.slice(0, most) }];
  });
  const shown = sections.flatMap((section) => section.shown);
  // Tab reaches one row, arrow keys the others.
  const reachable = shown.find(({ id }) => id === selected?.id) ?? shown[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, from: SafetyRow): void => {
    const to = rowAfterKey(event.key, shown.indexOf(from), shown.length, PAGE);
    const row = to === undefined ? undefined : shown[to];
    if (to === undefined || row === undefined) return;
    event.preventDefault();
    event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('.safety-name')[to]?.focus();
    // The open drawer follows.
    if (selected !== undefined) onSelect(row);
  };
  return (
    <table className="safety-table">
      <caption className="visually-hidden">Commands and their decisions</caption>
      <thead>
        <tr className="small quiet">
          <th scope="col">Command</th>
          <th scope="col">Because it</th>
          <th scope="col">Decision</th>
        </tr>
      </thead>
      <tbody>
        {sections.map(({ name, title, list, shown: some }) => (
          <Fragment key={name}>
            <tr className="safety-section">
              <th colSpan={3}>
                {title} <span className="quiet">{list.length.toLocaleString('en')}</span>{' '}
                {some.length < list.length && (
                  <Button small onClick={() => setWhole([...whole, name])}>
                    Show all
                  </Button>
                )}
              </th>
            </tr>
            {some.map((row) => {
              const { id, label, risks, isDoubtful, decision, was, strictest } = row;
              const some = strictest === decision ? undefined : strictest;
              const mark = isDoubtful ? 'not-stated' : (risks[0] ?? 'reads');
              return (
                <tr key={id} className="safety-row" data-selected={id === selected?.id} onClick={() => onSelect(row)}>
                  <th scope="row">
                    <button
                      type="button"
                      className={`bare verdict safety-name risk-${mark}`}
                      tabIndex={row === reachable ? 0 : -1}
                      onKeyDown={(event) => onKeyDown(event, row)}
                    >
                      <Icon name={mark} />
                      {label}
                    </button>
                  </th>
                  <td className="quiet">{becauseOf(row)}</td>
                  <td className={`safety-mark is-${decision}`}>
                    {was !== decision && <span className="quiet">{DECIDED[was]} → </span>}
                    {DECIDED[decision]}
                    {some !== undefined && <span className="quiet">, some {DECIDED[some]}</span>}
                  </td>
                </tr>
              );
            })}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** One command: the decision, which a person can change by a rule, its reason and its effects. */
function CallDetails(props: { readonly id: string; readonly question: SafetyQuestion | undefined }): ReactElement {
  const { id, question } = props;
  const { page } = usePage();
  const { policy, change } = usePolicy();
  const about = useMemo(() => question && { ...question, id }, [question, id]);
  const { last } = useAnswer('safety-call', about);
  if (last?.question.id !== id) return <p className="quiet">Looking it up …</p>;
  if (!last.answer.ok) return <p className="quiet">{visibleText(last.answer.message)}</p>;
  const { decision, reasons, description, options, marks, range, rule, choices } = last.answer;
  return (
    <div className="stack">
      <Choice
        label="Decision"
        options={CHOICES.map((one) => ({ ...one, disabled: !choices.includes(one.value) }))}
        value={decision}
        onChoose={(next) => {
          const made = { ...rule, decision: next };
          change(withRule(policy, made), `${ruleLine(made)} ${DECIDED[next]}`);
        }}
      />
      <p className="small quiet">
        Another decision becomes the rule <code>{ruleLine({ ...rule, decision })}</code>
      </p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <Badges marks={marks} />
      <p className="quiet">{visibleText(description)}</p>
      {options.length > 1 && <p className="quiet">Each alone: {options.map(visibleText).join(', ')}</p>}
      {range && (
        <Button small className="start" onClick={() => page.reveal(range)}>
          Show in the document
        </Button>
      )}
    </div>
  );
}
