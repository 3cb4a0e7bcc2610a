/** Parts that hold text: tables, badges, notices, what unfolds and what scrolls. */
import type { AtipEffects } from '@atip/core';
import { useState, Component, type ReactElement, type ReactNode } from 'react';
import { riskMarks, type RiskMark } from '../document/risks.ts';
import { Icon, type IconName } from './Icon.tsx';
import { Button } from './controls.tsx';

export function Badges(props: { readonly label: string; readonly marks: readonly RiskMark[] }): ReactElement {
  return (
    <ul className="badges" aria-label={props.label}>
      {props.marks.map((mark) => (
        <li key={mark.risk} className={`badge risk-${mark.risk}`} title={mark.meaning}>
          <Icon name={mark.risk} />
          {mark.word}
        </li>
      ))}
    </ul>
  );
}

export function EffectBadges({ effects }: { readonly effects: AtipEffects }): ReactElement {
  return <Badges label="Effects" marks={riskMarks(effects)} />;
}

interface DisclosureProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean;
}

/** More, on demand; native, so that find-in-page opens it. Content that was never opened is not rendered. */
export function Disclosure({ summary, children, open = false }: DisclosureProps): ReactElement {
  const [wasOpen, setWasOpen] = useState(open);
  return (
    <details className="disclosure" open={open} onToggle={(event) => event.currentTarget.open && setWasOpen(true)}>
      <summary className="disclosure-summary">
        <Icon name="chevron" />
        {summary}
      </summary>
      {wasOpen && <div className="disclosure-body">{children}</div>}
    </details>
  );
}

interface NoticeProps {
  readonly icon: IconName;
  readonly part?: string;
  /** Read out at once, and red. */
  readonly isError?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A row with something that a person must know, and the possible actions. */
export function Notice({ icon, part, isError, actions, children }: NoticeProps): ReactElement {
  return (
    <div className={isError ? 'notice notice-error' : 'notice'} role={isError ? 'alert' : 'status'} data-part={part}>
      <Icon name={icon} />
      <span className="grow">{children}</span>
      {actions}
    </div>
  );
}

interface ScrollRegionProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Text that scrolls inside the page; focusable, so that the keyboard can scroll it. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse (WCAG 2.1.1).
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

interface TableProps {
  readonly caption: string;
  /** The caption is seen, and not only said. */
  readonly isTitled?: boolean;
  readonly columns: readonly ReactNode[];
  readonly className?: string;
  readonly children: ReactNode;
}

export function Table({ caption, isTitled, columns, className = '', children }: TableProps): ReactElement {
  return (
    <table className={`table ${className}`}>
      <caption className={isTitled ? undefined : 'visually-hidden'}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
            <th key={index} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface PanelBoundaryProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** Contains the failure of a part, so that the page and its document survive. */
export class PanelBoundary extends Component<PanelBoundaryProps, { readonly reason: string | undefined }> {
  override state: { readonly reason: string | undefined } = { reason: undefined };

  static getDerivedStateFromError(error: unknown): { readonly reason: string } {
    return { reason: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { reason } = this.state;
    if (reason === undefined) return this.props.children;
    return (
      <div className="empty" role="alert">
        <p>
          <strong>{this.props.name} could not be shown.</strong> Your documents are unchanged.
        </p>
        <p className="quiet">{reason}</p>
        <p>
          <Button onClick={() => this.setState({ reason: undefined })}>Try again</Button>{' '}
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </p>
      </div>
    );
  }
}
