import type { ToolSummary } from '@atip/companion';
import type { ReactElement } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { originWord, type SortKey, type ToolOrder } from '../../state/tool-list.ts';

interface ToolTableProps {
  readonly tools: readonly ToolSummary[];
  readonly order: ToolOrder;
  readonly onOrder: (order: ToolOrder) => void;
  readonly onOpenTool: (name: string) => void;
}

/** One row per tool; where there is little room, description and trust stand below name and origin, and the executable gives way. */
export function ToolTable({ tools, order, onOrder, onOpenTool }: ToolTableProps): ReactElement {
  return (
    <table className="tools">
      <caption className="visually-hidden">Tools the companion knows</caption>
      <thead>
        <tr>
          <SortableHead by="name" label="Tool" order={order} onOrder={onOrder} />
          <th scope="col" className="tools-description">
            What it does
          </th>
          <SortableHead by="commands" label="Commands" order={order} onOrder={onOrder} />
          <SortableHead by="origin" label="Origin" order={order} onOrder={onOrder} />
          <th scope="col" className="tools-trust">
            Trust
          </th>
          <th scope="col" className="tools-executable">
            Executable
          </th>
          <th scope="col" className="tools-action">
            <span className="visually-hidden">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <ToolRow key={tool.name} tool={tool} onOpenTool={onOpenTool} />
        ))}
      </tbody>
    </table>
  );
}

interface ToolRowProps {
  readonly tool: ToolSummary;
  readonly onOpenTool: (name: string) => void;
}

function ToolRow({ tool, onOpenTool }: ToolRowProps): ReactElement {
  const { name, version, description, commands, origin, trust, executable } = tool;
  const { word, meaning } = originWord(origin);
  return (
    <tr>
      <th scope="row">
        {name} <span className="quiet tools-version">{version}</span>
        {executable === null && <span className="tools-absent">not installed</span>}
        <span className="quiet tools-below">{description}</span>
      </th>
      <td className="tools-description" title={description}>
        <span className="tools-clamp">{description}</span>
      </td>
      <td className="number">{commands.toLocaleString('en')}</td>
      <td title={meaning}>
        {word} <span className="quiet tools-trust-below">{trust}</span>
      </td>
      <td className="tools-trust">{trust}</td>
      <td className="tools-executable mono">{executable ?? <span className="quiet">none on the PATH</span>}</td>
      <td className="tools-action">
        <button
          type="button"
          className="button button-small"
          aria-label={`Open ${name} as document`}
          onClick={() => onOpenTool(name)}
        >
          <span>
            Open<span className="tools-words"> as document</span>
          </span>
        </button>
      </td>
    </tr>
  );
}

interface SortableHeadProps extends Pick<ToolTableProps, 'order' | 'onOrder'> {
  readonly by: SortKey;
  readonly label: string;
}

function SortableHead({ by, label, order, onOrder }: SortableHeadProps): ReactElement {
  const isChosen = order.by === by;
  const direction = order.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={`tools-${by}`} aria-sort={isChosen ? direction : 'none'}>
      <button
        type="button"
        className="tools-sort"
        data-sorted={isChosen ? direction : undefined}
        // Names are looked for from A on, many commands first.
        onClick={() => onOrder({ by, descending: isChosen ? !order.descending : by === 'commands' })}
      >
        {label}
        <Icon name="chevron" />
      </button>
    </th>
  );
}
