import type { SkippedTool, ToolList, ToolOrigin, ListedTool } from '@atip/companion';
import { useEffect, useState, type ReactElement, type MouseEvent } from 'react';
import { NEW_LINK_COMMAND, START_COMMAND, type CompanionState } from '../computer/companion.ts';
import { endLine, isDiscovering, progressLine } from '../computer/discovery.ts';
import { Button, CopyButton, FilterField } from '../components/controls.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Disclosure, ScrollRegion } from '../components/content.tsx';
import { Icon } from '../components/Icon.tsx';
import { usePage } from '../page/page-context.ts';
import { USUAL_PORT } from '../share/share-link.ts';
import { countOf } from '../text/words.ts';

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

interface ToolFinderProps {
  readonly tools: readonly ListedTool[];
  /** A discovery has ended, so discovering is no advice any more. */
  readonly searched: boolean;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onOpenTool: (name: string) => void;
}

function ToolFinder({ tools, searched, query, onQuery, onOpenTool }: ToolFinderProps): ReactElement {
  if (tools.length === 0) {
    return (
      <div className="scroller section stack">
        <p>
          <strong>Connected, but no tools yet.</strong>{' '}
          {searched
            ? 'No program on your PATH is known or describes itself.'
            : '“Discover tools” finds the programs that you have.'}
        </p>
        <p className="quiet">
          Put documents of your own into <code>~/.local/share/agent-tools/shims</code>.
        </p>
      </div>
    );
  }
  const shown = findTools(tools, query);
  const count = countOf(tools.length, 'tool');
  const showAll = (event: MouseEvent<HTMLElement>): void => {
    // The button goes away, and the focus must not go with it.
    event.currentTarget.closest('dialog')?.querySelector<HTMLElement>('input[type=search]')?.focus();
    onQuery('');
  };
  return (
    <>
      <div className="row">
        <FilterField label="Filter tools" placeholder="Filter by any word" value={query} onChange={onQuery} isFirst />
        <p className="tools-count quiet" role="status">
          {shown.length === tools.length ? count : `${shown.length.toLocaleString('en')} of ${count}`}
        </p>
      </div>
      <ScrollRegion className="scroller section" label="Tools">
        {shown.length === 0 ? (
          <p className="pane-note">
            No tool matches “{query.trim()}”.{' '}
            <Button look="link" onClick={showAll}>
              Show all {tools.length.toLocaleString('en')}
            </Button>
          </p>
        ) : (
          <ul aria-label="Tools the companion knows">
            {shown.map((tool) => (
              <ToolRow key={tool.name} tool={tool} onOpenTool={onOpenTool} />
            ))}
          </ul>
        )}
      </ScrollRegion>
    </>
  );
}

interface ToolRowProps extends Pick<ToolFinderProps, 'onOpenTool'> {
  readonly tool: ListedTool;
}

function ToolRow({ tool, onOpenTool }: ToolRowProps): ReactElement {
  const { name, version, description, commands, origin, trust, executable, signature } = tool;
  const { word, meaning } = originWord(origin);
  return (
    <li className="row tool">
      <div className="grow" title={executable ?? undefined}>
        <strong>{name}</strong> <span className="quiet">{version}</span>{' '}
        {executable === null && <span className="bad">not installed</span>}
        <p>{description}</p>
        <p className="quiet small" title={meaning}>
          {countOf(commands, 'command')} · {word}, {trust}
        </p>
        {signature !== undefined && (
          <p className={signature.verified ? 'quiet small' : 'small bad'}>
            {signature.verified ? 'verified: ' : ''}
            {signature.words}
          </p>
        )}
      </div>
      <Button small aria-label={`Open ${name} as document`} onClick={() => onOpenTool(name)}>
        Open
      </Button>
    </li>
  );
}

/** Origin of a tool's document; the word of a newer companion is passed on unchanged. */
export function originWord(origin: ToolOrigin): { readonly word: string; readonly meaning: string } {
  switch (origin) {
    case 'probed':
      return { word: 'the program', meaning: 'The program described itself when it was asked.' };
    case 'tools':
    case 'shims':
      return { word: 'your folder', meaning: 'A document in one of your folders describes it.' };
    case 'bundled':
      return { word: 'workbench', meaning: 'The workbench describes it. Your version may differ.' };
  }
  return { word: origin, meaning: '' };
}

/** The list with tools found since it was read; the later entry of a name wins. */
export function withFound(tools: readonly ListedTool[], found: readonly ListedTool[]): readonly ListedTool[] {
  return [...new Map([...tools, ...found].map((tool) => [tool.name, tool])).values()];
}

export function withSkipped(listed: readonly SkippedTool[], skipped: readonly SkippedTool[]): readonly SkippedTool[] {
  return [...new Map([...listed, ...skipped].map((one) => [`${one.source}\n${one.code}`, one])).values()];
}

/** The tools that have every word of `query` in name, description, origin or trust, the best fitting name first. */
export function findTools(tools: readonly ListedTool[], query: string): readonly ListedTool[] {
  const wanted = query.trim().toLowerCase();
  const matches = tools.filter(({ name, description, origin, trust }) => {
    const text = `${name}\n${description}\n${originWord(origin).word}\n${trust}`.toLowerCase();
    return wanted.split(/\s+/).every((word) => text.includes(word));
  });
  // A search for "git" should list git before tools that only mention it.
  const rank = ({ name }: ListedTool): number => {
    const text = name.toLowerCase();
    return [text === wanted, text.startsWith(wanted), text.includes(wanted), true].indexOf(true);
  };
  return matches.sort((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name));
}

/** Natural order: ignores letter case, and 9 comes before 10. */
const { compare: compareNames } = new Intl.Collator('en', { numeric: true });
