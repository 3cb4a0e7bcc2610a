import { type Dispatch, type ReactElement, type RefObject, useEffect, useRef } from 'react';
import type { CommandDetail as Detail, CommandDetailQuestion } from '../../analysis/commands/answer-command-detail.ts';
import type { CommandPart } from '../../analysis/commands/answer-commands.ts';
import { type CommandTree, nameOf, PART } from '../../analysis/commands/command-tree.ts';
import { Icon } from '../../components/Icon.tsx';
import type { PlaygroundAction } from '../../state/playground.ts';
import { visibleText } from '../../state/visible-text.ts';
import { WANTED_PART } from '../../state/wanted-part.ts';
import type { WorkingCopy } from '../../state/working-copy.ts';
import type { PageActions } from '../panel.ts';
import { useAnswer } from '../use-answer.ts';
import { DetailFacts } from './DetailFacts.tsx';
import { DetailParameters } from './DetailParameters.tsx';

interface CommandDetailProps {
  readonly tree: CommandTree;
  readonly node: number;
  readonly part: CommandPart;
  readonly question: CommandDetailQuestion | undefined;
  readonly copy: WorkingCopy;
  readonly page: PageActions;
  readonly dispatch: Dispatch<PlaygroundAction>;
  readonly onFilter: (node: number, only: boolean) => void;
  readonly onClose: () => void;
}

/** Everything about one command or group, beside the list; on a narrow screen in its place. */
export function CommandDetail(props: CommandDetailProps): ReactElement {
  const { tree, node, part, question, onClose } = props;
  const { last, failure } = useAnswer('command-detail', question);
  const box = useRef<HTMLElement>(null);
  const isClosing = useFocus(box);
  const close = (): void => {
    isClosing.current = true;
    onClose();
  };
  const name = visibleText(nameOf(tree, node));
  const detail = last?.answer?.pointer === question?.pointer || question === undefined ? last?.answer : undefined;
  return (
    <section
      ref={box}
      className="command-detail"
      aria-label={`Details of ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be reachable without a mouse.
      tabIndex={0}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <header className="command-detail-head">
        <h2 className="mono grow">{name}</h2>
        <button
          type="button"
          className="button button-plain button-icon"
          aria-label={`Close details of ${name}`}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {detail !== undefined && (
        <>
          <p className="command-detail-text">{visibleText(detail.description)}</p>
          <Actions {...props} detail={detail} name={name} isOut={part.nodes[node] === PART.none} />
          <DetailFacts tree={tree} node={node} detail={detail} provider={props.copy.provider} />
          <DetailParameters parameters={detail.parameters} />
        </>
      )}
    </section>
  );
}

/** Where the list has to make room, the details take the focus; closing them gives it back. */
function useFocus(box: RefObject<HTMLElement | null>): RefObject<boolean> {
  const isClosing = useRef(false);
  useEffect(() => {
    const tree = box.current?.parentElement?.querySelector<HTMLElement>('[role=tree]');
    if (tree !== undefined && tree !== null && tree.offsetParent === null) box.current?.focus();
    return () => {
      if (isClosing.current) tree?.focus();
    };
  }, [box]);
  return isClosing;
}

interface ActionsProps extends CommandDetailProps {
  readonly detail: Detail;
  readonly name: string;
  readonly isOut: boolean;
}

function Actions({ detail, node, isOut, copy, page, dispatch, onFilter }: ActionsProps): ReactElement {
  const { range, name } = detail;
  const build = (): void => {
    if (name === undefined) return;
    const value = { name, arguments: {} };
    dispatch({ type: 'set', key: 'call', value, ...(copy.call && { label: `Began a call of ${name}` }) });
    WANTED_PART.want('call-form');
    dispatch({ type: 'choose-tab', tab: 'calls' });
  };
  return (
    <p className="command-detail-actions">
      {name !== undefined && !isOut && (
        <button type="button" className="button button-small" onClick={build}>
          <Icon name="play" />
          Build a call
        </button>
      )}
      {range !== undefined && (
        <button type="button" className="button button-small" onClick={() => page.reveal(range)}>
          <Icon name="code" />
          Show in document
        </button>
      )}
      <button type="button" className="button button-small" onClick={() => onFilter(node, false)}>
        {isOut ? 'Take back' : 'Leave out'}
      </button>
      <button type="button" className="button button-small" onClick={() => onFilter(node, true)}>
        <Icon name="filter" />
        Only this
      </button>
    </p>
  );
}
