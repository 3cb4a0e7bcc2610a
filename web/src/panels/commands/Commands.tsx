import '../../styles/content.css';
import '../../styles/commands.css';
import { type ReactElement, useMemo, useState, type Dispatch } from 'react';
import type { CommandNode, CommandsAnswer, CommandPart } from '../../analysis/commands/answer-commands.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { HELLO } from '../../samples/index.ts';
import { staleLine } from '../../document/compilation.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { PanelProps } from '../panel.ts';
import { useAnswer } from '../use-answer.ts';
import { CommandDetail } from './CommandDetail.tsx';
import { CommandPicture, MOST_IN_PICTURE } from './CommandPicture.tsx';
import { CommandTree } from './CommandTree.tsx';
import { nodeAt, onlyNode, toggleNode } from './filter-choice.ts';
import { useNarrowing } from './narrowed-tree.ts';
import type { CommandFilter } from '@atip/core';
import { Icon } from '../../components/Icon.tsx';
import type { PlaygroundAction } from '../../document/playground.ts';
import { marksOf, type Risk } from '../../document/risks.ts';
import { countRisks, partWords } from './node-words.ts';

/** Every command with its dangers and its price in tokens, and what of it is offered. */
export function Commands(props: PanelProps): ReactElement {
  const { active, compilation, document, dispatch } = props;
  const source = compilation.result?.source;
  const { last, pending, failure } = useAnswer('commands', active ? source : undefined);
  const onSample = (): void =>
    dispatch({ type: 'open', name: HELLO.name, text: HELLO.text, label: `Opened the sample ${HELLO.title}` });
  const behind = staleLine(compilation) ?? failure ?? (last?.answer.ok === false ? last.answer.message : undefined);
  return (
    <div className="panel commands" data-part="commands" aria-busy={pending}>
      <p className="stale-line" role="status">
        {behind}
        {behind !== undefined && document.filter !== undefined && (
          <button
            type="button"
            className="button button-small commands-show-all"
            onClick={() => dispatch({ type: 'set-filter', label: 'Showed all commands' })}
          >
            Show all commands
          </button>
        )}
      </p>
      {last?.answer.ok === true ? (
        last.answer.root.children.length === 0 ? (
          <NoCommands onSample={onSample} />
        ) : (
          <CommandsBody {...props} answer={last.answer} text={last.question.text} />
        )
      ) : (
        <p className="empty quiet">
          {behind === undefined ? 'Reading the commands …' : 'The commands appear as soon as the document compiles.'}
        </p>
      )}
    </div>
  );
}

function NoCommands({ onSample }: { readonly onSample: () => void }): ReactElement {
  return (
    <div className="empty">
      <p>
        <strong>0 commands: this document has none yet.</strong>
      </p>
      <p>
        Add one under <code>commands</code>; what it does goes under <code>effects</code>:
      </p>
      <pre className="empty-example">
        {'"commands": {\n  "greet": { "description": "Say hello", "effects": { "network": false } }\n}'}
      </pre>
      <button type="button" className="button" onClick={onSample}>
        Open the hello sample
      </button>
    </div>
  );
}

interface CommandsBodyProps extends PanelProps {
  readonly answer: Extract<CommandsAnswer, { ok: true }>;
  /** What the answer is about. */
  readonly text: string;
}

function CommandsBody({
  answer,
  text,
  active,
  document,
  compilation,
  dispatch,
  copy,
  page,
}: CommandsBodyProps): ReactElement {
  const { root, part, estimate } = answer;
  const { filter } = document;
  const [opened, setOpened] = useState<string>();
  const [current, setCurrent] = useState('');
  const narrowing = useNarrowing(root);
  const node = opened === undefined ? undefined : nodeAt(root, opened);
  const offered = compilation.result?.source.filter;
  const question = useMemo(
    () => (opened === undefined ? undefined : { text, ...(offered && { filter: offered }), pointer: opened }),
    [text, offered, opened],
  );
  const onFilter = (target: CommandNode, only: boolean): void => {
    const next = only ? onlyNode(root, filter, target) : toggleNode(root, filter, target);
    // One more click takes a single change back; what throws a whole choice away can be undone.
    const label = only && filter !== undefined ? { label: `Chose only ${visibleText(target.label)}` } : {};
    dispatch({ type: 'set-filter', ...(next && { filter: next }), ...label });
  };
  return (
    <div className="panel commands-body" data-detail={node !== undefined || undefined}>
      <PartBar {...{ root, part, filter, dispatch }} />
      <RiskChips root={root} chosen={narrowing.risks} onChoose={narrowing.setRisks} />
      {root.count <= MOST_IN_PICTURE && (
        <Disclosure summary="Picture of size and danger">
          <CommandPicture {...{ root, estimate, onFilter }} />
        </Disclosure>
      )}
      <div className="commands-columns">
        <CommandTree
          {...{ root, narrowing, current }}
          shown={opened}
          onShow={({ pointer }) => {
            setCurrent(pointer);
            setOpened(pointer);
          }}
          onCurrent={({ pointer }) => setCurrent(pointer)}
          onFilter={(target) => onFilter(target, false)}
        />
        {node !== undefined && (
          <CommandDetail
            {...{ node, dispatch, onFilter, copy, page }}
            question={active ? question : undefined}
            onClose={() => setOpened(undefined)}
          />
        )}
      </div>
    </div>
  );
}

interface PartBarProps {
  readonly root: CommandNode;
  readonly part: CommandPart;
  readonly filter: CommandFilter | undefined;
  readonly dispatch: Dispatch<PlaygroundAction>;
}

/** What of the tool is offered, in numbers. */
function PartBar({ root, part, filter, dispatch }: PartBarProps): ReactElement {
  return (
    <div className="row commands-part">
      <p className="grow" role="status">
        <strong>{partWords(part)}</strong>
        <span className="quiet">
          {' '}
          · ~{part.tokens.toLocaleString('en')}
          {part.included < part.total && ` of ${root.tokens.toLocaleString('en')}`} tokens
        </span>
      </p>
      {filter !== undefined && (
        <button
          type="button"
          className="button button-small"
          onClick={() => dispatch({ type: 'set-filter', label: 'Showed all commands' })}
        >
          Show all
        </button>
      )}
    </div>
  );
}

interface RiskChipsProps {
  readonly root: CommandNode;
  readonly chosen: ReadonlySet<Risk>;
  readonly onChoose: (risks: ReadonlySet<Risk>) => void;
}

/** The risks with counts; a chosen one narrows the list. */
function RiskChips({ root, chosen, onChoose }: RiskChipsProps): ReactElement {
  return (
    <fieldset className="risk-chips" aria-label="Commands by risk">
      {countRisks(root).map(({ risk, commands }) => {
        const [mark] = marksOf([risk]);
        return (
          <button
            key={risk}
            type="button"
            className={`risk-chip badge risk-${risk}`}
            aria-pressed={chosen.has(risk)}
            title={mark?.meaning}
            onClick={() =>
              onChoose(new Set(chosen.has(risk) ? [...chosen].filter((one) => one !== risk) : [...chosen, risk]))
            }
          >
            <Icon name={risk} />
            {mark?.word} {commands.toLocaleString('en')}
          </button>
        );
      })}
      {chosen.size > 0 && (
        <button type="button" className="button button-small button-plain" onClick={() => onChoose(new Set())}>
          All risks
        </button>
      )}
    </fieldset>
  );
}
