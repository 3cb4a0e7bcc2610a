import { usePage, type PanelProps } from '../../page/page-context.ts';
import { EmptyDocument } from '../start/EmptyDocument.tsx';
import '../../components/content.css';
import './outline.css';
import { type ReactElement, useMemo, useState, type CSSProperties } from 'react';
import type { CommandNode, CommandsAnswer, CommandPart } from './answer-commands.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { staleLine } from '../../document/compilation.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { CommandDetail } from './CommandDetail.tsx';
import { CommandTree } from './CommandTree.tsx';
import { nodeAt, onlyNode, toggleNode, useNarrowing } from './narrowed-tree.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { marksOf, type Risk } from '../../document/risks.ts';
import { countRisks, partWords, riskWords } from './node-words.ts';
import { countOf } from '../../text/words.ts';

/** Every command with its dangers and its price in tokens, and what of it is offered. */
export function Outline(props: PanelProps): ReactElement {
  const { active, compilation, document, dispatch } = props;
  const source = compilation.result?.source;
  const { last, pending, failure } = useAnswer('commands', active ? source : undefined);
  const behind = staleLine(compilation) ?? failure ?? (last?.answer.ok === false ? last.answer.message : undefined);
  return (
    <div className="panel commands" data-part="commands" aria-busy={pending}>
      <p className="stale-line" role="status">
        {behind}
        {behind !== undefined && document.filter !== undefined && (
          <Button small onClick={() => dispatch({ type: 'set-filter', label: 'Showed all commands' })}>
            Show all commands
          </Button>
        )}
      </p>
      {last?.answer.ok === true ? (
        last.answer.root.children.length === 0 ? (
          <EmptyDocument
            title="0 commands: this document has none yet."
            example={'"commands": {\n  "greet": { "description": "Say hello", "effects": { "network": false } }\n}'}
          >
            Add one under <code>commands</code>; what it does goes under <code>effects</code>:
          </EmptyDocument>
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

interface CommandsBodyProps extends PanelProps {
  readonly answer: Extract<CommandsAnswer, { ok: true }>;
  readonly text: string;
}

function CommandsBody({ answer, text, active, document, compilation, dispatch }: CommandsBodyProps): ReactElement {
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
      <PartBar root={root} part={part} />
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
            {...{ node, onFilter }}
            question={active ? question : undefined}
            onClose={() => setOpened(undefined)}
          />
        )}
      </div>
    </div>
  );
}

function PartBar({ root, part }: { readonly root: CommandNode; readonly part: CommandPart }): ReactElement {
  const { document, dispatch } = usePage();
  return (
    <div className="bar">
      <p className="grow" role="status">
        <strong>{partWords(part)}</strong>
        <span className="quiet">
          {' '}
          · ~{part.tokens.toLocaleString('en')}
          {part.included < part.total && ` of ${root.tokens.toLocaleString('en')}`} tokens
        </span>
      </p>
      {document.filter !== undefined && (
        <Button small onClick={() => dispatch({ type: 'set-filter', label: 'Showed all commands' })}>
          Show all
        </Button>
      )}
    </div>
  );
}

interface RiskChipsProps {
  readonly root: CommandNode;
  readonly chosen: ReadonlySet<Risk>;
  readonly onChoose: (risks: ReadonlySet<Risk>) => void;
}

function RiskChips({ root, chosen, onChoose }: RiskChipsProps): ReactElement {
  return (
    <fieldset className="bar risk-chips" aria-label="Commands by risk">
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
        <Button small look="plain" onClick={() => onChoose(new Set())}>
          All risks
        </Button>
      )}
    </fieldset>
  );
}

interface CommandPictureProps {
  readonly root: CommandNode;
  /** How the tokens were counted. */
  readonly estimate: string;
  /** @param only takes it and nothing else */
  readonly onFilter: (node: CommandNode, only: boolean) => void;
}

/** Commands up to which a picture says more than the list. */
const MOST_IN_PICTURE = 40;

/** Commands as cells, coloured by their gravest risk and as wide as their tokens. The list says the same in words. */
function CommandPicture({ root, estimate, onFilter }: CommandPictureProps): ReactElement {
  const [pointer, setPointer] = useState<string>();
  // Looked up anew: each change of the filter makes new nodes.
  const pointed = pointer === undefined ? undefined : nodeAt(root, pointer);
  return (
    <figure>
      <fieldset className="picture" aria-label={`Picture of ${countOf(root.count, 'command')} by risk and tokens`}>
        {root.children.map((node) => (
          <Cell key={node.pointer} {...{ node, onFilter }} onPoint={(one) => setPointer(one.pointer)} />
        ))}
      </fieldset>
      <figcaption className="quiet">
        {pointed
          ? cellWords(pointed, root)
          : `Width shows tokens (${estimate}). Click leaves out or takes back, Shift+click takes only that.`}
      </figcaption>
    </figure>
  );
}

interface CellProps extends Pick<CommandPictureProps, 'onFilter'> {
  readonly node: CommandNode;
  readonly onPoint: (node: CommandNode) => void;
}

function Cell({ node, onFilter, onPoint }: CellProps): ReactElement {
  const { kind, label, risks, added, tokens, part, children } = node;
  const button = (
    <button
      type="button"
      className={`picture-cell risk-${risks[0] ?? 'none'}`}
      data-group={kind === 'group' || undefined}
      data-out={part === 'none' || undefined}
      aria-label={`${visibleText(node.name)}, ${riskWords(node)}${part === 'none' ? ', left out' : ''}`}
      onClick={(event) => onFilter(node, event.shiftKey)}
      onPointerEnter={() => onPoint(node)}
      onFocus={() => onPoint(node)}
    >
      {kind !== 'group' && risks[0] && <Icon name={risks[0]} />}
      <span>{visibleText(label)}</span>
      {kind !== 'group' && added[0] && <span className={`picture-added risk-${added[0]}`} />}
    </button>
  );
  // A command that the document leaves out has no tokens, and still needs a visible width.
  const width: CSSProperties = { flexGrow: Math.max(1, tokens) };
  if (kind !== 'group') return <div style={width}>{button}</div>;
  return (
    <div style={width}>
      {button}
      <div className="picture">
        {children.map((child) => (
          <Cell key={child.pointer} {...{ onFilter, onPoint }} node={child} />
        ))}
      </div>
    </div>
  );
}

/** `"repo delete — destroys, no undo, network · 212 tokens of 3,120"` */
function cellWords(node: CommandNode, root: CommandNode): string {
  const { kind, name, count, tokens, part } = node;
  const size =
    kind === 'omitted'
      ? 'commands are not in this document'
      : `${countOf(tokens, 'token')} of ${root.tokens.toLocaleString('en')}`;
  const left = part === 'none' ? ' · left out' : part === 'some' ? ' · partly left out' : '';
  const many = kind === 'group' ? ` (${countOf(count, 'command')})` : '';
  return `${visibleText(name)}${many} — ${riskWords(node)} · ${size}${left}`;
}
