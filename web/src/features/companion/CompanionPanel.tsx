import { usePage } from '../../page/page-context.ts';
import { type ReactElement, useEffect, useState } from 'react';
import { type Discovery, endLine, isDiscovering, progressLine } from '../../companion/discovery.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { type CompanionState, NEW_LINK_COMMAND, START_COMMAND } from '../../companion/companion-state.ts';
import { USUAL_PORT } from '../share/share-link.ts';
import { withFound, withSkipped, ToolFinder } from './ToolFinder.tsx';
import type { SkippedTool } from '@atip/companion';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';

/** Lists the companion's tools, or says how to start one. */
export function CompanionPanel(): ReactElement {
  const { companion, closeDialog } = usePage();
  const { state } = companion;
  const isConnected = state.kind === 'connected';
  return (
    <Dialog
      title={isConnected ? 'This computer' : 'Connect this computer'}
      part="companion"
      size="drawer"
      onClose={closeDialog}
    >
      {isConnected ? <Connected list={state.list} /> : <Connect state={state} />}
    </Dialog>
  );
}

interface ConnectedProps {
  readonly list: Extract<CompanionState, { readonly kind: 'connected' }>['list'];
}

function Connected({ list }: ConnectedProps): ReactElement {
  const { companion, discovery: control, documents, closeDialog } = usePage();
  const { refresh } = companion;
  // Another tab may have found tools since, and the companion may be gone.
  useEffect(() => void refresh(), [refresh]);
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
      {skipped.length > 0 && <Skipped skipped={skipped} />}
    </>
  );
}

interface ConnectProps {
  readonly state: Exclude<CompanionState, { readonly kind: 'connected' }>;
}

const TROUBLES: Readonly<Record<ConnectProps['state']['kind'], string | undefined>> = {
  looking: undefined,
  absent: undefined,
  locked: 'This page has no key to the companion yet.',
  lost: 'The companion does not answer.',
};

/** How to connect, and what the companion then may do. */
function Connect({ state }: ConnectProps): ReactElement {
  const { companion, page } = usePage();
  const trouble = TROUBLES[state.kind];
  if (state.kind === 'looking') return <p role="status">Looking for the companion…</p>;
  const isServed = state.kind !== 'absent';
  const command = state.kind === 'locked' ? NEW_LINK_COMMAND : START_COMMAND;
  const port = isServed && location.port !== String(USUAL_PORT) ? ` --port ${location.port || 80}` : '';
  const line = `${command}${port}`.replace(/ --$/, '');
  return (
    <div className="connect stack">
      {trouble === undefined ? (
        <p>
          The companion is a small program on your computer: with it, this page finds the command-line tools that you
          have and runs the calls that you allow.
        </p>
      ) : (
        <p role="status" className="verdict tone-warning">
          <Icon name="warning" />
          <span>
            <strong>{trouble}</strong> {isServed && state.reason}
          </span>
        </p>
      )}
      <ol className="connect-steps">
        <li>
          Run this in a terminal, in the folder of the ATIP workbench:
          <div className="connect-command">
            <code>{line}</code>
            <CopyButton label="Copy command" text={() => line} primary />
          </div>
        </li>
        <li>Open the link that it prints, within a minute. It works once.</li>
        <li>Every tab of this browser at that address is then connected, until the companion stops.</li>
      </ol>
      {companion.isHosted && (
        <p>
          To take this document along,{' '}
          <Button look="link" onClick={() => page.openDialog('share')}>
            share it
          </Button>{' '}
          and choose “Open it on your own computer”.
        </p>
      )}
      <div className="section stack">
        <p className="verdict tone-good">
          <Icon name="check" />
          It looks for tools only when you ask, and runs a call in a sandbox where the system has one.
        </p>
        <p className="verdict tone-good">
          <Icon name="check" />
          It asks you before a call that may do harm.
        </p>
        <p className="verdict">
          <Icon name="refuse" />
          Other websites and other computers cannot use it.
        </p>
        <p className="verdict">
          <Icon name="refuse" />
          It runs nothing that its policy refuses, whatever this page says.
        </p>
      </div>
      {/* The public host never has one, however often somebody looks. */}
      {!companion.isHosted && (
        <div className="dialog-actions">
          <Button onClick={() => void companion.refresh()}>Look again</Button>
        </div>
      )}
    </div>
  );
}

const MAX_LISTED = 200;

/** Programs that are not in the list, each with its reason; folded, since the tools matter more. */
function Skipped({ skipped }: { readonly skipped: readonly SkippedTool[] }): ReactElement {
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
  const { discovery: control } = usePage();
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
          Read every program again
        </label>
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
        Reads the programs on your PATH. Only those that may describe themselves are started, in a sandbox.
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
