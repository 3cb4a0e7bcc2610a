import type { SkippedTool, ToolList } from '@atip/companion';
import { type ReactElement, useEffect, useState } from 'react';
import { type CompanionState, NEW_LINK_COMMAND, START_COMMAND } from '../computer/companion-state.ts';
import { endLine, isDiscovering, progressLine } from '../computer/discovery.ts';
import { Button, CopyButton } from '../components/controls.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Disclosure } from '../components/content.tsx';
import { Icon } from '../components/Icon.tsx';
import { usePage } from '../page/page-context.ts';
import { USUAL_PORT } from '../share/share-link.ts';
import { ToolFinder, withFound, withSkipped } from './ToolFinder.tsx';

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

function Connected({ list }: { readonly list: ToolList }): ReactElement {
  const { companion, discovery: control, documents, closeDialog } = usePage();
  const { refresh } = companion;
  // Another tab may have found tools since, and the companion may be gone.
  useEffect(() => void refresh(), [refresh]);
  // State is kept here, so that it outlives an empty list.
  const [query, setQuery] = useState('');
  const { discovery } = control;
  const tools = withFound(list.tools, discovery?.found ?? []);
  const skipped = withSkipped(list.skipped, discovery?.skipped ?? []);
  const openTool = (name: string): void => {
    closeDialog();
    documents.openTool(name);
  };
  return (
    <>
      <DiscoverBar isFirst={tools.length === 0} />
      <ToolFinder
        tools={tools}
        searched={discovery?.phase === 'done'}
        query={query}
        onQuery={setQuery}
        onOpenTool={openTool}
      />
      {skipped.length > 0 && <Skipped skipped={skipped} />}
    </>
  );
}

const PROMISES = [
  ['check', 'It looks for tools only when you ask, and runs a call in a sandbox where the system has one.'],
  ['check', 'It asks you before a call that may do harm.'],
  ['refuse', 'Other websites and other computers cannot use it.'],
  ['refuse', 'It runs nothing that its policy refuses, whatever this page says.'],
] as const;

function Connect({ state }: { readonly state: Exclude<CompanionState, { readonly kind: 'connected' }> }): ReactElement {
  const { companion, page } = usePage();
  if (state.kind === 'looking') return <p role="status">Looking for the companion…</p>;
  const isServed = state.kind !== 'absent';
  const command = state.kind === 'locked' ? NEW_LINK_COMMAND : START_COMMAND;
  const port = isServed && location.port !== String(USUAL_PORT) ? ` --port ${location.port || 80}` : '';
  const line = `${command}${port}`.replace(/ --$/, '');
  return (
    <div className="connect stack">
      {isServed ? (
        <p role="status" className="verdict tone-warning">
          <Icon name="warning" />
          <span>
            <strong>
              {state.kind === 'locked'
                ? 'This page has no key to the companion yet.'
                : 'The companion does not answer.'}
            </strong>{' '}
            {state.reason}
          </span>
        </p>
      ) : (
        <p>
          The companion is a small program on your computer: with it, this page finds the command-line tools that you
          have and runs the calls that you allow.
        </p>
      )}
      <ol className="steps stack">
        <li>
          Run this in a terminal, in the folder of the ATIP workbench:
          <div className="connect-command row boxed">
            <code className="grow">{line}</code>
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
          as a file, and drop that on the page which opens there.
        </p>
      )}
      <div className="section stack">
        {PROMISES.map(([icon, words]) => (
          <p key={words} className={icon === 'check' ? 'verdict tone-good' : 'verdict'}>
            <Icon name={icon} />
            {words}
          </p>
        ))}
      </div>
      {/* The public host never has one, however often a person looks. */}
      {!companion.isHosted && (
        <div className="dialog-actions">
          <Button onClick={() => void companion.refresh()}>Look again</Button>
        </div>
      )}
    </div>
  );
}

/** Programs missing from the list, each with its reason; folded, because the tools matter more. */
function Skipped({ skipped }: { readonly skipped: readonly SkippedTool[] }): ReactElement {
  return (
    <Disclosure summary={`${skipped.length.toLocaleString('en')} left out, and why`}>
      <ul className="stack scrolls">
        {skipped.slice(0, MOST_SKIPPED).map(({ source, code, reason }) => (
          <li key={`${source}\n${code}`} className="wrap">
            <span className="mono">{source}</span> {reason}
          </li>
        ))}
        {skipped.length > MOST_SKIPPED && <li className="quiet">and {skipped.length - MOST_SKIPPED} more</li>}
      </ul>
    </Disclosure>
  );
}

const MOST_SKIPPED = 200;

/** Starts a discovery, follows it and reports the result; nothing below it moves meanwhile. */
function DiscoverBar({ isFirst }: { readonly isFirst: boolean }): ReactElement {
  const { discovery, start, cancel } = usePage().discovery;
  const [anew, setAnew] = useState(false);
  const underway = discovery !== undefined && isDiscovering(discovery);
  return (
    <section className="stack" aria-label="Discovery" data-phase={discovery?.phase ?? 'none'}>
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
        {/* Always there: a button that disappears takes the focus with it. */}
        <Button aria-disabled={!underway} onClick={() => underway && cancel()}>
          Cancel
        </Button>
      </div>
      <label className="check">
        <input type="checkbox" checked={anew} onChange={(event) => setAnew(event.target.checked)} />
        Read every program again
      </label>
      <Progress />
    </section>
  );
}

/** Screen readers hear the start and the end; each step of a count would be noise. */
function Progress(): ReactElement {
  const { discovery } = usePage().discovery;
  const now = discovery && progressLine(discovery);
  const end = discovery && endLine(discovery);
  const { done, total } = discovery?.progress ?? {};
  const tone = discovery?.phase === 'done' ? 'good' : discovery?.phase === 'failed' ? 'error' : 'info';
  return (
    <div className="discover-progress">
      {now !== undefined && (
        <>
          <progress
            aria-label="Discovery"
            aria-valuetext={now}
            value={total === undefined ? undefined : done}
            max={total === undefined ? undefined : Math.max(total, 1)}
          />
          <p aria-hidden="true">{now}</p>
        </>
      )}
      <div role="status">
        {now !== undefined && <span className="visually-hidden">Discovering…</span>}
        {end !== undefined && (
          <p className={`verdict tone-${tone}`}>
            <Icon name={tone === 'good' ? 'check' : tone} />
            <span>{end}</span>
          </p>
        )}
        {discovery === undefined && (
          <p className="quiet">
            Reads the programs on your PATH. Only those that may describe themselves are started, in a sandbox.
          </p>
        )}
      </div>
    </div>
  );
}
