import { type ReactElement, useMemo, useState } from 'react';
import type { CommandsAnswer } from '../../analysis/commands/answer-commands.ts';
import { nodeAt, pointerTo } from '../../analysis/commands/command-tree.ts';
import type { PanelProps } from '../panel.ts';
import { CommandDetail } from './CommandDetail.tsx';
import { CommandList } from './CommandList.tsx';
import { shownLabel } from './command-words.ts';
import { onlyNode, toggleNode } from './filter-choice.ts';
import { Icicle } from './Icicle.tsx';
import { PartBar } from './PartBar.tsx';
import { RiskChips } from './RiskChips.tsx';
import { useNarrowing } from './use-narrowing.ts';

interface CommandsBodyProps extends PanelProps {
  readonly answer: Extract<CommandsAnswer, { ok: true }>;
  /** What the answer is about. */
  readonly text: string;
}

/** The panel for a document that has commands: in numbers, as a picture, as a list, one of them in detail. */
export function CommandsBody(props: CommandsBodyProps): ReactElement {
  const { answer, text, active, document, compilation, dispatch } = props;
  const { tree, part, estimate } = answer;
  const { filter } = document;
  const [opened, setOpened] = useState<string>();
  const [current, setCurrent] = useState('');
  const narrowing = useNarrowing(tree, text, active);
  const node = opened === undefined ? undefined : nodeAt(tree, opened);
  const offered = compilation.result?.source.filter;
  const question = useMemo(
    () => (opened === undefined ? undefined : { text, ...(offered && { filter: offered }), pointer: opened }),
    [text, offered, opened],
  );
  const onFilter = (target: number, only: boolean): void => {
    const next = only ? onlyNode(tree, filter, target) : toggleNode(tree, filter, target);
    // One more click takes a single change back; what throws a whole choice away can be undone.
    const label = only && filter !== undefined ? { label: `Chose only ${shownLabel(tree, target)}` } : {};
    dispatch({ type: 'set-filter', ...(next && { filter: next }), ...label });
  };
  const onShow = (target: number): void => {
    setCurrent(pointerTo(tree, target));
    setOpened(pointerTo(tree, target));
  };
  const fits = narrowing.isWhole ? undefined : narrowing.fits;
  return (
    <div className="commands-body" data-detail={node !== undefined || undefined}>
      <PartBar tree={tree} part={part} filter={filter} dispatch={dispatch} />
      <RiskChips tree={tree} chosen={narrowing.risks} onChoose={narrowing.setRisks} />
      <Icicle tree={tree} part={part} fits={fits} estimate={estimate} onFilter={onFilter} />
      <div className="commands-columns">
        <CommandList
          {...{ tree, part, narrowing, current, onShow }}
          shown={node}
          onCurrent={(target) => setCurrent(pointerTo(tree, target))}
          onFilter={(target) => onFilter(target, false)}
        />
        {node !== undefined && (
          <CommandDetail
            {...{ tree, part, node, dispatch, onFilter }}
            question={active ? question : undefined}
            copy={props.copy}
            page={props.page}
            onClose={() => setOpened(undefined)}
          />
        )}
      </div>
    </div>
  );
}
