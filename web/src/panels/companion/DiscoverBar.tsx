import { type ReactElement, useState } from 'react';
import type { DiscoveryControl } from './use-discovery.ts';
import { Icon } from '../../components/Icon.tsx';
import { type Discovery, isDiscovering } from '../../state/discovery.ts';
import { endLine, progressLine } from '../../state/discovery-lines.ts';

interface DiscoverBarProps {
  readonly control: DiscoveryControl;
  /** Nothing is known yet: discovering is the next thing to do. */
  readonly isFirst: boolean;
  readonly onLookAgain: () => void;
}

/** Starts a discovery, follows it and says what came of it; nothing below it moves meanwhile. */
export function DiscoverBar({ control, isFirst, onLookAgain }: DiscoverBarProps): ReactElement {
  const { discovery, start, cancel } = control;
  const [anew, setAnew] = useState(false);
  const underway = discovery !== undefined && isDiscovering(discovery);
  return (
    <section className="discover" aria-label="Discovery" data-phase={discovery?.phase ?? 'none'}>
      <div className="row">
        <button
          type="button"
          className={isFirst ? 'button button-primary' : 'button'}
          data-autofocus={isFirst ? '' : undefined}
          aria-disabled={underway}
          onClick={() => !underway && start(anew)}
        >
          <Icon name="search" />
          Discover tools
        </button>
        {/* Always there: a button that goes away takes the focus with it. */}
        <button
          type="button"
          className="button discover-cancel"
          aria-disabled={!underway}
          onClick={() => underway && cancel()}
        >
          Cancel
        </button>
        <label className="check discover-anew">
          <input type="checkbox" checked={anew} onChange={(event) => setAnew(event.target.checked)} />
          Refresh: read and ask everything anew
        </label>
        <button type="button" className="button button-plain discover-again" onClick={onLookAgain}>
          Look again
        </button>
      </div>
      <Progress discovery={discovery} />
    </section>
  );
}

/** Spoken are the start and the end; each step of a count would be noise. */
function Progress({ discovery }: { readonly discovery: Discovery | undefined }): ReactElement {
  const now = discovery && progressLine(discovery);
  const { done, total } = discovery?.progress ?? {};
  return (
    <div className="discover-progress">
      <div className="discover-track">
        {now !== undefined && (
          <progress
            aria-label="Discovery"
            aria-valuetext={now}
            {...(total !== undefined && { value: done, max: Math.max(total, 1) })}
          />
        )}
      </div>
      {now !== undefined && <p aria-hidden="true">{now}</p>}
      <div role="status">
        {now === undefined ? <End discovery={discovery} /> : <span className="visually-hidden">Discovering…</span>}
      </div>
    </div>
  );
}

function End({ discovery }: { readonly discovery: Discovery | undefined }): ReactElement {
  const end = discovery && endLine(discovery);
  if (end === undefined) {
    return (
      <p className="quiet">
        Reads the programs on your PATH, and asks only those that may describe themselves, in a sandbox.
      </p>
    );
  }
  const icon = discovery?.phase === 'failed' ? 'error' : discovery?.phase === 'done' ? 'check' : 'info';
  return (
    <p className={`discover-end discover-${icon}`}>
      <Icon name={icon} />
      <span>{end}</span>
    </p>
  );
}
