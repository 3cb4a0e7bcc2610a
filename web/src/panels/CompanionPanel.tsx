import type { SkippedTool, ToolSummary } from '@atip/companion';
import type { ReactElement } from 'react';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { type CompanionState, NEW_LINK_ADVICE, START_ADVICE } from '../state/companion.ts';
import { countOf } from '../state/health.ts';

interface CompanionPanelProps {
  readonly state: CompanionState;
  readonly onOpenTool: (name: string) => void;
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}

/** What the companion on this machine offers, or how to get there. */
export function CompanionPanel({ state, onOpenTool, onRefresh, onClose }: CompanionPanelProps): ReactElement {
  return (
    <Dialog title="Companion" part="companion" onClose={onClose}>
      {state.kind === 'connected' ? (
        <>
          <Tools tools={state.list.tools} onOpenTool={onOpenTool} />
          <Skipped skipped={state.list.skipped} />
        </>
      ) : (
        <Advice state={state} />
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onRefresh}>
          Look again
        </button>
      </div>
    </Dialog>
  );
}

function Advice({ state }: { readonly state: Exclude<CompanionState, { readonly kind: 'connected' }> }): ReactElement {
  switch (state.kind) {
    case 'looking':
      return <p role="status">Looking for the companion…</p>;
    case 'absent':
      return (
        <>
          <p>
            <strong>This page was not served by a companion.</strong> The companion is a small program on your own
            machine that finds tools and runs checked calls. Everything else on this page works without it.
          </p>
          <p>{START_ADVICE}</p>
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
            <strong>The companion answers with an error.</strong> {state.reason}
          </p>
          <p>{START_ADVICE}</p>
        </>
      );
  }
}

interface ToolsProps {
  readonly tools: readonly ToolSummary[];
  readonly onOpenTool: (name: string) => void;
}

function Tools({ tools, onOpenTool }: ToolsProps): ReactElement {
  if (tools.length === 0) {
    return (
      <p>
        <strong>Connected, but no tools yet.</strong> Put ATIP documents in{' '}
        <code>~/.local/share/agent-tools/shims</code>, then look again.
      </p>
    );
  }
  return (
    <table className="tools">
      <caption className="visually-hidden">Tools the companion knows</caption>
      <thead>
        <tr>
          <th scope="col">Tool</th>
          <th scope="col">Commands</th>
          <th scope="col">Origin</th>
          <th scope="col">Executable</th>
          <th scope="col">
            <span className="visually-hidden">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <tr key={tool.name}>
            <th scope="row">
              {tool.name} <span className="quiet">{tool.version}</span>
            </th>
            <td className="number">{tool.commands}</td>
            <td>
              {tool.origin} <span className="quiet">{tool.trust}</span>
            </td>
            <td className="mono">{tool.executable ?? <span className="quiet">not installed</span>}</td>
            <td>
              <button
                type="button"
                className="button button-small"
                aria-label={`Open ${tool.name} as document`}
                onClick={() => onOpenTool(tool.name)}
              >
                Open as document
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Skipped({ skipped }: { readonly skipped: readonly SkippedTool[] }): ReactElement | null {
  if (skipped.length === 0) return null;
  return (
    <section className="skipped">
      <h3>{countOf(skipped.length, 'file')} left out</h3>
      <ul>
        {skipped.map(({ source, reason }) => (
          <li key={source}>
            <Icon name="warning" />
            <span>
              <span className="mono">{source}</span> {reason}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
