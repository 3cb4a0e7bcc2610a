import type { CommandFilter } from '@atip/core';
import { type Dispatch, type ReactElement, useMemo } from 'react';
import type { CommandPart } from '../../analysis/commands/answer-commands.ts';
import type { CommandTree } from '../../analysis/commands/command-tree.ts';
import { Choice } from '../../components/Choice.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import type { PlaygroundAction } from '../../state/playground.ts';
import { visibleText } from '../../state/visible-text.ts';
import { agentLine } from './agent-line.ts';
import { partWords } from './command-words.ts';
import { depthOf, withDepth } from './filter-choice.ts';

interface PartBarProps {
  readonly tree: CommandTree;
  readonly part: CommandPart;
  readonly filter: CommandFilter | undefined;
  readonly dispatch: Dispatch<PlaygroundAction>;
}

/** Most levels that have a choice of their own. */
const MAX_LEVELS = 5;

/** What of the tool is offered, in numbers, and how it is asked for. */
export function PartBar({ tree, part, filter, dispatch }: PartBarProps): ReactElement {
  const deepest = useMemo(() => depthOf(tree), [tree]);
  const levels = Array.from({ length: Math.min(deepest - 1, MAX_LEVELS) }, (_, index) => String(index + 1));
  const { depth } = filter ?? {};
  const shown = depth === undefined || depth >= deepest ? 'all' : String(depth);
  const options = [
    { value: 'all', label: 'All levels' },
    ...(levels.includes(shown) || shown === 'all' ? levels : [...levels, shown]).map((level) => ({
      value: level,
      label: level,
    })),
  ];
  const onDepth = (value: string): void => {
    const next = withDepth(filter, value === 'all' ? undefined : Number(value));
    dispatch({ type: 'set-filter', ...(next && { filter: next }) });
  };
  return (
    <div className="commands-part">
      <p className="grow" role="status">
        <strong>{partWords(part)}</strong>
        <span className="quiet">
          {' '}
          · ~{part.tokens.toLocaleString('en')}
          {part.included < part.total && ` of ${(tree.tokens[0] ?? 0).toLocaleString('en')}`} tokens
        </span>
      </p>
      {deepest > 1 && (
        <Choice label="Levels of commands" name="commands-depth" options={options} value={shown} onChoose={onDepth} />
      )}
      {filter !== undefined && (
        <button
          type="button"
          className="button button-small"
          onClick={() => dispatch({ type: 'set-filter', label: 'Showed all commands' })}
        >
          Show all
        </button>
      )}
      {filter !== undefined && <AgentLine tool={tree.keys[0] ?? ''} filter={filter} />}
    </div>
  );
}

function AgentLine({ tool, filter }: { readonly tool: string; readonly filter: CommandFilter }): ReactElement {
  const line = agentLine(tool, filter);
  if (line === undefined)
    return <p className="quiet commands-agent">No command line can ask for this part; the page and links can.</p>;
  return (
    <div className="commands-agent">
      <code className="commands-agent-line" title={line}>
        {visibleText(line)}
      </code>
      <CopyButton label="Copy command line" text={() => line} />
    </div>
  );
}
