/** Parts that hold text: effects, more that unfolds, text that scrolls, a failure. */
import { useState, Component, type ReactElement, type ReactNode } from 'react';
import type { RiskMark } from '../document/risks.ts';
import { Icon } from './Icon.tsx';
import { Button } from './controls.tsx';

export function Badges({ marks }: { readonly marks: readonly RiskMark[] }): ReactElement {
  return (
    <ul className="row" aria-label="Effects">
      {marks.map((mark) => (
        <li key={mark.risk} className={`badge risk-${mark.risk}`} title={mark.meaning}>
          <Icon name={mark.risk} />
          {mark.word}
        </li>
      ))}
    </ul>
  );
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
    <details open={open} onToggle={(event) => event.currentTarget.open && setWasOpen(true)}>
      <summary>
        <Icon name="chevron" />
        {summary}
      </summary>
      {wasOpen && <div>{children}</div>}
    </details>
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
