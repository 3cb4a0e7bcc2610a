import '../components/content.css';
import './safety.css';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import { onPolicyWanted, type PanelProps } from '../page/page-context.ts';
import type { AnswerOf } from '../questions.ts';
import { useAnswer } from '../worker/use-answer.ts';
import { EmptyDocument } from '../start/EmptyDocument.tsx';
import type { SafetyMember } from './answer-safety-table.ts';
import { CallDrawer } from './CallDrawer.tsx';
import { claimLine, decisionLine, headline, memberLabel, policyLabel } from './decision-words.ts';
import { PolicyEditor } from './PolicyEditor.tsx';
import { SafetyTable } from './SafetyTable.tsx';

/** The commands, the worst first, with each policy's decision and reason; a drawer shows a command or the policy. */
export function Safety({ active, copy, compilation }: PanelProps): ReactElement {
  // The drawer's content; where there is little room the drawer is closed without.
  const [shown, setShown] = useState<'policy' | SafetyMember>();
  const drawer = useRef<HTMLElement>(null);
  const subject = active ? compilation.result?.source : undefined;
  const { policy } = copy;
  const about = useMemo(() => subject && { ...subject, policy }, [subject, policy]);
  const { last, pending, failure } = useAnswer('safety-table', about);
  useEffect(() => onPolicyWanted(() => setShown('policy')), []);
  const table = last?.answer.ok === true ? last.answer : undefined;
  if (table === undefined || table.commands === 0) {
    return (
      <div className="panel" data-part="safety" aria-busy={pending}>
        {failure !== undefined && <p className="stale-line">{failure}</p>}
        {table ? <NoCommands /> : <p className="empty quiet">{waitingWords(last?.answer, compilation.result)}</p>}
      </div>
    );
  }
  const member = typeof shown === 'object' ? shown : undefined;
  const policyTitle = `Policy: ${policyLabel(table.inForce.name, table.trust)}`;
  const title = member === undefined ? policyTitle : memberLabel(member);
  // The drawer lies over the table instead of beside it.
  const covers = (): boolean => drawer.current !== null && getComputedStyle(drawer.current).position === 'absolute';
  const open = (next: 'policy' | SafetyMember, isMoved: boolean): void => {
    if (isMoved && shown === undefined && covers()) return;
    setShown(next);
    if (!isMoved) requestAnimationFrame(() => covers() && drawer.current?.querySelector('button')?.focus());
  };
  const close = (): void => {
    setShown(undefined);
    const opener = member === undefined ? '.safety-head button' : '.safety-name[tabindex="0"]';
    drawer.current?.closest('.safety')?.querySelector<HTMLElement>(opener)?.focus();
  };
  const head = (
    <div ref={followHeight} className="row safety-head">
      <div className="grow">
        <h2>{headline(table)}</h2>
        <p className="quiet">{decisionLine(table)}</p>
        {table.claims.length > 0 && <p className="quiet">{claimLine(table)}</p>}
      </div>
      <Button icon="settings" aria-expanded={shown === 'policy'} onClick={() => open('policy', false)}>
        {policyTitle}
        <Icon name="chevron" />
      </Button>
    </div>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the drawer wherever the focus is.
    <div
      className="panel safety"
      data-part="safety"
      aria-busy={pending}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && shown !== undefined) close();
      }}
    >
      {failure !== undefined && <p className="stale-line">{failure}</p>}
      <div className="safety-sides">
        <SafetyTable table={table} head={head} selected={member} onSelect={open} />
        <section
          ref={drawer}
          className="safety-drawer"
          aria-label={member === undefined ? 'Policy' : `About ${title}`}
          data-open={shown !== undefined || undefined}
        >
          <div className="row safety-title">
            <h2 className="grow">{title}</h2>
            {shown !== undefined && <Button small look="plain" icon="close" aria-label="Close" onClick={close} />}
          </div>
          {member === undefined ? (
            <PolicyEditor table={table} />
          ) : (
            <CallDrawer id={member.id} about={about} trust={table.trust} />
          )}
        </section>
      </div>
    </div>
  );
}

function waitingWords(answer: AnswerOf<'safety-table'> | undefined, result: unknown): string {
  if (answer?.ok === false) return answer.message;
  return result ? 'Deciding about the commands …' : 'The decisions appear as soon as the document compiles.';
}

function NoCommands(): ReactElement {
  return (
    <EmptyDocument
      title="0 commands: there is nothing to decide about yet."
      example={'"effects": { "destructive": false, "network": false }'}
    >
      A policy decides by <code>effects</code>. It expects the worst of what they leave out:
    </EmptyDocument>
  );
}

/** The head of the table sticks below this one, however many lines it has. */
function followHeight(head: HTMLElement | null): () => void {
  const observer = new ResizeObserver(() => head?.parentElement?.style.setProperty('--head', `${head.offsetHeight}px`));
  if (head !== null) observer.observe(head);
  return () => observer.disconnect();
}
