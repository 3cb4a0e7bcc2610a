import { usePage } from '../../page/page-context.ts';
import { type ReactElement, useState } from 'react';
import { type Discovery, endLine, isDiscovering, progressLine } from '../../companion/discovery.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import {
  type CompanionState,
  GONE_REASON,
  HOSTED_ADVICE,
  NEW_LINK_ADVICE,
  START_ADVICE,
} from '../../companion/companion-state.ts';
import { withFound, withSkipped, ToolFinder } from './ToolFinder.tsx';
import type { SkippedTool } from '@atip/companion';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';

/** Lists the companion's tools, or says how to start one. */
export function CompanionPanel(): ReactElement {
  const { companion, closeDialog } = usePage();
  const { state } = companion;
  return (
    <Dialog title="Companion" part="companion" size="drawer" onClose={closeDialog}>
      {state.kind === 'connected' ? <Connected list={state.list} /> : <CompanionAdvice state={state} />}
      {/* At the public host there is nothing to be found, however often. */}
      {state.kind !== 'connected' && !companion.isHosted && (
        <div className="dialog-actions">
          <Button onClick={() => void companion.refresh()}>Look again</Button>
        </div>
      )}
    </Dialog>
  );
}

interface ConnectedProps {
  readonly list: Extract<CompanionState, { readonly kind: 'connected' }>['list'];
}

function Connected({ list }: ConnectedProps): ReactElement {
  const { discovery: control, documents, closeDialog } = usePage();
  // Here, so that it outlives an empty list.
  const [query, setQuery] = useState('');
  const { discovery } = control;
  const tools = withFound(list.tools, discovery?.found ?? []);
  const skipped = withSkipped(list.skipped, discovery?.skipped ?? []);
  return (
    <>
      <DiscoverBar isFirst={tools.length === 0} />
      <ToolFinder
        tools={tools}
        searched={discovery?.phase === 'done'}
        query={query}
        onQuery={setQuery}
        onOpenTool={(name) => {
          closeDialog();
          documents.openTool(name);
        }}
      />
      <Skipped skipped={skipped} />
    </>
  );
}

interface CompanionAdviceProps {
  readonly state: Exclude<CompanionState, { readonly kind: 'connected' }>;
}

/** Why there is no companion to work with, and what to do about it. */
function CompanionAdvice({ state }: CompanionAdviceProps): ReactElement {
  switch (state.kind) {
    case 'looking':
      return <p role="status">Looking for the companion…</p>;
    case 'absent':
      return (
        <>
          <p>
            <strong>
              {state.isHosted
                ? 'This page comes from a host that runs nothing.'
                : 'This page was not served by a companion.'}
            </strong>{' '}
            The companion is a small program on your own machine that finds tools and runs checked calls. Everything
            else on this page works without it.
          </p>
          <p>{state.isHosted ? HOSTED_ADVICE : START_ADVICE}</p>
        </>
      );
    case 'locked':
      return (
        <>
          <p>
            <strong>A companion serves this page, but the page has no key to it.</strong> {state.reason}
          </p>
          {!state.reason.includes(NEW_LINK_ADVICE) && <p>{NEW_LINK_ADVICE}</p>}
        </>
      );
    case 'lost':
      return (
        <>
          <p>
            <strong>
              {state.reason === GONE_REASON ? 'The companion does not answer.' : 'The companion answers with an error.'}
            </strong>{' '}
            {state.reason}
          </p>
          <p>{START_ADVICE}</p>
        </>
      );
  }
}

const MAX_LISTED = 200;

/** Programs that are not in the list, each with its reason; folded, since the tools matter more. */
function Skipped({ skipped }: { readonly skipped: readonly SkippedTool[] }): ReactElement {
  // The line is there from the start, so that the list above it does not move.
  if (skipped.length === 0) return <p className="quiet">Nothing is left out.</p>;
  const hidden = skipped.length - MAX_LISTED;
  return (
    <Disclosure summary={`${skipped.length.toLocaleString('en')} left out, and why`}>
      <ul className="stack scrolls">
        {skipped.slice(0, MAX_LISTED).map(({ source, code, reason }) => (
          <li key={`${source}\n${code}`} className="verdict">
            <Icon name="info" />
            <span>
              <span className="mono">{source}</span> {reason}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="quiet">and {hidden.toLocaleString('en')} more</p>}
    </Disclosure>
  );
}

/** Starts a discovery, follows it and says what came of it; nothing below it moves meanwhile. */
function DiscoverBar({ isFirst }: { readonly isFirst: boolean }): ReactElement {
  const { companion, discovery: control } = usePage();
  const { discovery, start, cancel } = control;
  const [anew, setAnew] = useState(false);
  const underway = discovery !== undefined && isDiscovering(discovery);
  return (
    <section className="stack discover" aria-label="Discovery" data-phase={discovery?.phase ?? 'none'}>
      <div className="row">
        <Button
          look={isFirst ? 'primary' : undefined}
          icon="search"
          data-autofocus={isFirst || undefined}
          aria-disabled={underway}
          onClick={() => !underway && start(anew)}
        >
          Discover tools
        </Button>
        {/* Always there: a button that goes away takes the focus with it. */}
        <Button className="discover-cancel" aria-disabled={!underway} onClick={() => underway && cancel()}>
          Cancel
        </Button>
        <label className="check discover-anew">
          <input type="checkbox" checked={anew} onChange={(event) => setAnew(event.target.checked)} />
          Refresh: read and ask everything anew
        </label>
        <Button look="plain" className="discover-again" onClick={() => void companion.refresh()}>
          Look again
        </Button>
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
    <p className={`verdict tone-${icon === 'check' ? 'good' : icon}`}>
      <Icon name={icon} />
      <span>{end}</span>
    </p>
  );
}
