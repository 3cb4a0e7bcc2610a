import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { visibleText } from '../../state/visible-text.ts';

export type StageStatus = 'ok' | 'warn' | 'fail' | 'skip' | 'note';

const ICONS: Readonly<Record<StageStatus, IconName>> = {
  ok: 'check',
  warn: 'warning',
  fail: 'error',
  skip: 'skip',
  note: 'safety',
};

const WORDS: Readonly<Record<StageStatus, string>> = {
  ok: 'passed',
  warn: 'passed with a warning',
  fail: 'stopped the call',
  skip: 'not reached',
  note: 'for information',
};

interface StageProps {
  readonly name: string;
  readonly status: StageStatus;
  /** The answer in one line. */
  readonly said: ReactNode;
  readonly children?: ReactNode;
}

/** One stage: its mark, its name, what it said. */
export function Stage({ name, status, said, children }: StageProps): ReactElement {
  return (
    <li className={`calls-stage calls-stage-${status}`} data-stage={name.toLowerCase()} data-status={status}>
      <Icon name={ICONS[status]} />
      <span className="calls-stage-name">
        {name}
        <span className="visually-hidden">, {WORDS[status]}</span>
      </span>
      <div className="calls-stage-said">
        <div>{said}</div>
        {children}
      </div>
    </li>
  );
}

/** Sentences, each on a line of its own. */
export function Reasons({ reasons }: { readonly reasons: readonly string[] }): ReactElement | null {
  if (reasons.length === 0) return null;
  return (
    <ul className="calls-reasons">
      {[...new Set(reasons)].map((reason) => (
        <li key={reason}>{visibleText(reason)}</li>
      ))}
    </ul>
  );
}
