/** A decision, as the bar of a panel and as a mark in a list. */
import './verdict.css';
import type { Decision } from '@atip/core';
import type { ReactElement, ReactNode } from 'react';
import { Disclosure } from './content.tsx';
import { Icon } from './Icon.tsx';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';

export const LOOKS = {
  allow: { word: 'Runs', icon: 'check', tone: 'good' },
  confirm: { word: 'Asks first', icon: 'hand', tone: 'warning' },
  deny: { word: 'Refused', icon: 'refuse', tone: 'error' },
  none: { word: 'Nothing to check yet', icon: 'info', tone: 'info' },
} as const;

export function VerdictMark({ decision }: { readonly decision: Decision }): ReactElement {
  const { word, icon, tone } = LOOKS[decision];
  return (
    <span className={`verdict tone-${tone}`} data-verdict={decision}>
      <Icon name={icon} />
      <strong>{word}</strong>
    </span>
  );
}

interface VerdictProps {
  /** Absent: nothing is decided yet. */
  readonly decision?: Decision | undefined;
  /** Absent: the word of the decision. */
  readonly title?: string | undefined;
  readonly reasons: readonly string[];
  /** Quieter, below them. */
  readonly note?: string | undefined;
  /** The words are those of the text before. */
  readonly isBusy?: boolean;
  readonly children?: ReactNode;
}

const MAX_REASONS = 3;

/** A decision with its reasons and the next action; it stays in sight however long the panel is. */
export function Verdict(props: VerdictProps): ReactElement {
  const { decision, reasons, note, isBusy, children } = props;
  const { word, icon, tone } = LOOKS[decision ?? 'none'];
  const { title = word } = props;
  const lines = (some: readonly string[]): ReactNode => some.map((reason) => <p key={reason}>{visibleText(reason)}</p>);
  return (
    <section
      className={`card row verdict-bar washed tone-${tone}`}
      data-verdict={decision}
      aria-label="Verdict"
      aria-busy={isBusy}
    >
      <div className={`verdict tone-${tone}`}>
        <Icon name={icon} />
        <div>
          <div role="status">
            <p className="verdict-title">{title}</p>
            <div id="verdict-reason">{lines(reasons.slice(0, MAX_REASONS))}</div>
          </div>
          {reasons.length > MAX_REASONS && (
            <Disclosure summary={countOf(reasons.length - MAX_REASONS, 'more reason')}>
              {lines(reasons.slice(MAX_REASONS))}
            </Disclosure>
          )}
          {note !== undefined && <p className="small quiet">{note}</p>}
        </div>
      </div>
      {children}
    </section>
  );
}
