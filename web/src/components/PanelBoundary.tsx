import { Button } from './controls.tsx';
import { Component, type ReactNode } from 'react';

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
