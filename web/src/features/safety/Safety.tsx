import '../../components/content.css';
import './safety.css';
import { type ReactElement, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { PanelProps } from '../../page/page-context.ts';
import { onWantedPart } from '../../page/wanted-part.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { EmptyDocument } from '../start/EmptyDocument.tsx';
import type {
  SafetyFilter,
  SafetyMember,
  SafetyQuestion,
  SafetySort,
  SafetyTable as Table,
} from './answer-safety-table.ts';
import { CallDrawer } from './CallDrawer.tsx';
import { decisionLine, headline, memberLabel, policyLabel } from './decision-words.ts';
import { FilterMenu } from './FilterMenu.tsx';
import { PolicyEditor } from './PolicyEditor.tsx';
import { SafetyTable } from './SafetyTable.tsx';

const BY_DANGER: SafetySort = { by: 'danger', reverse: false };

/** The commands, the worst first, with what each policy decides and why. */
export function Safety({ active, copy, compilation }: PanelProps): ReactElement {
  const [sort, setSort] = useState(BY_DANGER);
  const [only, setOnly] = useState<readonly SafetyFilter[]>([]);
  const [shown, setShown] = useState<Shown>();
  const subject = active ? compilation.result?.source : undefined;
  const { policy } = copy;
  const question = useMemo(
    (): SafetyQuestion | undefined => subject && { ...subject, ...(policy && { policy }), sort, only },
    [subject, policy, sort, only],
  );
  const { last, pending, failure } = useAnswer('safety-table', question);
  const table = last?.answer.ok === true ? last.answer : undefined;
  const isEmpty = table?.commands === 0;
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => onWantedPart('policy', () => setShown('policy')), []);
  const open = (next: Shown, isMoved: boolean): void => {
    if (isMoved && shown === undefined && covers(drawer)) return;
    setShown(next);
    if (!isMoved) requestAnimationFrame(() => covers(drawer) && drawer.current?.querySelector('button')?.focus());
  };
  return (
    <div className="panel safety" data-part="safety" aria-busy={pending}>
      {failure !== undefined && <p className="stale-line">{failure}</p>}
      {table === undefined && <p className="empty quiet">{waitingWords(last?.answer, compilation.result)}</p>}
      {isEmpty && (
        <EmptyDocument
          title="0 commands: there is nothing to decide about yet."
          example={'"effects": { "destructive": false, "network": false }'}
        >
          A policy decides by <code>effects</code>. It expects the worst of what they leave out:
        </EmptyDocument>
      )}
      {table !== undefined && !isEmpty && (
        <div className="safety-sides">
          <SafetyTable
            table={table}
            sort={sort}
            onSort={setSort}
            selected={typeof shown === 'object' ? shown : undefined}
            onSelect={open}
            head={<Head {...{ table, only, shown, setOnly }} onPolicy={() => open('policy', false)} />}
          />
          <Drawer {...{ table, only, shown, drawer, setOnly, setShown, question }} />
        </div>
      )}
    </div>
  );
}

/** The drawer's content; where there is little room the drawer is closed without. */
type Shown = 'policy' | SafetyMember | undefined;

/** True where the drawer lies over the table instead of beside it. */
function covers(drawer: RefObject<HTMLElement | null>): boolean {
  return drawer.current !== null && getComputedStyle(drawer.current).position === 'absolute';
}

function waitingWords(
  answer: { readonly ok: boolean; readonly message?: string } | undefined,
  result: unknown,
): string {
  if (answer?.message !== undefined) return answer.message;
  return result === undefined
    ? 'The decisions appear as soon as the document compiles.'
    : 'Deciding about the commands …';
}

interface HeadProps {
  readonly table: Table;
  readonly only: readonly SafetyFilter[];
  readonly shown: Shown;
  readonly setOnly: (only: readonly SafetyFilter[]) => void;
  readonly onPolicy: () => void;
}

function Head({ table, only, shown, setOnly, onPolicy }: HeadProps): ReactElement {
  const name = table.columns[0]?.name ?? 'standard';
  const box = useRef<HTMLDivElement>(null);
  // The head of the table sticks below this one, however many lines it has.
  useEffect(() => {
    const head = box.current;
    if (head === null) return undefined;
    const observer = new ResizeObserver(() =>
      head.parentElement?.style.setProperty('--head', `${head.offsetHeight}px`),
    );
    observer.observe(head);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className="safety-head">
      <div className="grow">
        <h2>{headline(table)}</h2>
        <p className="quiet">{decisionLine(table)}</p>
      </div>
      <Button icon="settings" aria-expanded={shown === 'policy'} onClick={onPolicy}>
        Policy: {policyLabel(name, table.trust)}
        <Icon name="chevron" />
      </Button>
      <FilterMenu table={table} only={only} onChange={setOnly} />
      {table.groups.length === 0 && (
        <p className="safety-none">
          No command fits these filters.{' '}
          <Button small onClick={() => setOnly([])}>
            Show all
          </Button>
        </p>
      )}
    </div>
  );
}

interface DrawerProps extends Omit<HeadProps, 'onPolicy'> {
  readonly drawer: RefObject<HTMLElement | null>;
  readonly setShown: (shown: Shown) => void;
  readonly question: SafetyQuestion | undefined;
}

/** Beside the table, or over it: the selected command, else the policy. */
function Drawer({ table, only, shown, drawer, setOnly, setShown, question }: DrawerProps): ReactElement {
  const member = typeof shown === 'object' ? shown : undefined;
  const id = member?.id;
  const asked = useMemo(() => {
    if (question === undefined || id === undefined) return undefined;
    const { sort: _sort, only: _only, ...about } = question;
    return { ...about, id };
  }, [question, id]);
  const { last } = useAnswer('safety-call', asked);
  const call = last?.question.id === id ? last?.answer : undefined;
  const close = useCallback((): void => {
    const wasMember = member !== undefined;
    setShown(undefined);
    const panel = drawer.current?.closest('.safety');
    panel?.querySelector<HTMLElement>(wasMember ? '.safety-name[tabindex="0"]' : '.safety-head button')?.focus();
  }, [drawer, member, setShown]);
  const title =
    member === undefined
      ? `Policy: ${policyLabel(table.columns[0]?.name ?? 'standard', table.trust)}`
      : memberLabel(member);
  return (
    <section
      ref={drawer}
      className="safety-drawer"
      aria-label={member === undefined ? 'Policy' : `About ${title}`}
      data-open={shown !== undefined || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && shown !== undefined) close();
      }}
    >
      <div className="row safety-title">
        <h2 className="grow">{title}</h2>
        {shown !== undefined && <Button small look="plain" icon="close" aria-label="Close" onClick={close} />}
      </div>
      {member === undefined ? (
        <PolicyEditor table={table} only={only} onFilter={setOnly} />
      ) : call === undefined ? (
        <p className="quiet">Looking it up …</p>
      ) : call.ok ? (
        <CallDrawer call={call} trust={table.trust} />
      ) : (
        <p className="quiet">{call.message}</p>
      )}
    </section>
  );
}
