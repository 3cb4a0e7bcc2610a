import './computer.css';
import type { ToolList } from '@atip/companion';
import { Tabs } from '@base-ui/react/tabs';
import { type ReactElement, useEffect } from 'react';
import type { CompanionState } from '../companion/companion.ts';
import { usePage } from '../page/page-context.ts';
import { Disclosure } from '../parts/content.tsx';
import { Button, CopyButton } from '../parts/controls.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Icon } from '../parts/Icon.tsx';
import { ToolFinder } from '../start/AllTools.tsx';
import { visibleText } from '../text/visible-text.ts';
import { Record } from './Record.tsx';

/** @param tab that is shown first */
export function Computer({ tab = 'tools' }: { readonly tab?: 'tools' | 'record' }): ReactElement {
  const { companion, closeDialog } = usePage();
  const { state, refresh } = companion;
  const isConnected = state.kind === 'connected';
  // Another tab may have found tools since, and the companion may be gone.
  useEffect(() => {
    if (isConnected) void refresh();
  }, [isConnected, refresh]);
  const verb = state.kind === 'lost' ? 'Reconnect' : 'Connect';
  return (
    <Dialog
      title={isConnected ? 'This computer' : `${verb} this computer`}
      part="computer"
      size="drawer"
      onClose={closeDialog}
    >
      {isConnected ? (
        <Tabs.Root className="panel fills" defaultValue={tab}>
          <Tabs.List className="tabs computer-tabs" activateOnFocus>
            <Tabs.Tab value="tools" className="tab">
              Tools
            </Tabs.Tab>
            <Tabs.Tab value="record" className="tab">
              Record
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="tools" className="panel computer-panel" tabIndex={-1}>
            <Tools list={state.list} />
          </Tabs.Panel>
          <Tabs.Panel value="record" className="panel computer-panel" tabIndex={-1}>
            <Record />
          </Tabs.Panel>
        </Tabs.Root>
      ) : (
        <Connect state={state} />
      )}
    </Dialog>
  );
}

function Connect({ state }: { readonly state: CompanionState }): ReactElement {
  const { companion } = usePage();
  const { kind } = state;
  // Of a companion at another port, its page has another address.
  const port = kind === 'absent' || location.port === '4170' ? '' : ` --port ${location.port || 80}`;
  const options = `${kind === 'locked' ? ' --new-link' : ''}${port}`;
  // The command of the README: it works in every checkout, and names no registry package that a stranger could own.
  const command = `npm start${options && ` --${options}`}`;
  return (
    <div className="stack apart">
      {'reason' in state && (
        <p role="status" className="verdict tone-warning">
          <Icon name="warning" />
          <span>
            <strong>
              {kind === 'lost' ? 'The companion does not answer.' : 'This page has no key to the companion.'}
            </strong>{' '}
            {visibleText(state.reason)}
          </span>
        </p>
      )}
      <p>
        The companion finds the tools of your computer and runs the calls that you allow, in a sandbox where the system
        has one. Run this in the folder of the ATIP workbench, and open the link that it prints:
      </p>
      <div className="row boxed">
        <code className="grow">{command}</code>
        <CopyButton label="Copy command" text={() => command} primary />
      </div>
      {companion.isHosted ? (
        <p className="quiet">
          To take this document along, share it as a file, and drop that on the page which opens there.
        </p>
      ) : (
        // The public host never has one, however often a person looks.
        <Button className="start" onClick={() => void companion.refresh()}>
          Look again
        </Button>
      )}
    </div>
  );
}

function Tools({ list }: { readonly list: ToolList }): ReactElement {
  const { companion, discovery, page } = usePage();
  const skipped = [...list.skipped, ...discovery.discovery.skipped];
  return (
    <>
      <DiscoveryLine />
      <ToolFinder onRemove={async (name) => page.tell(await companion.removeDocument(name))} />
      {skipped.length > 0 && (
        <Disclosure summary={`${skipped.length.toLocaleString('en')} left out, and why`}>
          <ul className="stack scrolls">
            {skipped.map(({ source, code, reason }) => (
              <li key={`${source} ${code}`} className="wrap">
                <span className="mono">{visibleText(source)}</span> {visibleText(reason)}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <p className="quiet small wrap">
        Calls run in <code>{visibleText(list.cwd)}</code>
      </p>
    </>
  );
}

/** Starts a discovery, and says how far it is and how it ended. */
function DiscoveryLine(): ReactElement {
  const { discovery, start, cancel } = usePage().discovery;
  const { isRunning, line } = discovery;
  return (
    <section className="row" aria-label="Discovery">
      {/* One button for both: one that disappears takes the focus with it. */}
      <Button icon={isRunning ? 'stop' : 'search'} onClick={() => (isRunning ? cancel() : void start())}>
        {isRunning ? 'Cancel' : 'Discover tools'}
      </Button>
      {/* Each step of a count would be noise for a reader. */}
      <p role={isRunning ? undefined : 'status'} className="grow small quiet">
        {visibleText(line)}
      </p>
    </section>
  );
}
