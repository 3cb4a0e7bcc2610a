import { usePage } from '../../page/page-context.ts';
import { Table } from '../../components/Table.tsx';
import type { AtipEffects } from '@atip/core';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { CommandDetailQuestion, CommandDetail as Detail, DetailParameter } from './answer-command-detail.ts';
import type { CommandNode } from './answer-commands.ts';
import { Badges, EffectBadges } from '../../components/Badge.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Button } from '../../components/Button.tsx';
import { countOf } from '../../text/words.ts';
import { PROVIDER_LABELS } from '../../document/providers.ts';
import { marksOf, riskMarks } from '../../document/risks.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { wantPart } from '../../page/wanted-part.ts';

interface CommandDetailProps {
  readonly node: CommandNode;
  readonly question: CommandDetailQuestion | undefined;
  readonly onFilter: (node: CommandNode, only: boolean) => void;
  readonly onClose: () => void;
}

/** Everything about one command or group, beside the list; on a narrow screen in its place. */
export function CommandDetail(props: CommandDetailProps): ReactElement {
  const { node, question, onClose } = props;
  const { last, failure } = useAnswer('command-detail', question);
  const box = useRef<HTMLElement>(null);
  const isClosing = useFocus(box);
  const close = (): void => {
    isClosing.current = true;
    onClose();
  };
  const name = visibleText(node.name);
  const detail = last?.answer?.pointer === node.pointer ? last.answer : undefined;
  return (
    <section
      ref={box}
      className="command-detail"
      aria-label={`Details of ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be reachable without a mouse.
      tabIndex={0}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <header className="row">
        <h2 className="mono grow wrap">{name}</h2>
        <Button look="plain" icon="close" aria-label={`Close details of ${name}`} onClick={close} />
      </header>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {detail !== undefined && (
        <>
          <p className="wrap">{visibleText(detail.description)}</p>
          <Actions {...props} detail={detail} />
          <Facts node={node} detail={detail} />
          <Parameters parameters={detail.parameters} />
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
    if (tree?.offsetParent === null) box.current?.focus();
    return () => {
      if (isClosing.current) tree?.focus();
    };
  }, [box]);
  return isClosing;
}

interface ActionsProps extends CommandDetailProps {
  readonly detail: Detail;
}

function Actions({ detail, node, onFilter }: ActionsProps): ReactElement {
  const { copy, page, dispatch } = usePage();
  const { range, name } = detail;
  const isOut = node.part === 'none';
  const build = (called: string): void => {
    const value = { name: called, arguments: {} };
    dispatch({ type: 'set', key: 'call', value, ...(copy.call && { label: `Began a call of ${called}` }) });
    wantPart('call-form');
    dispatch({ type: 'choose-tab', tab: 'try' });
  };
  return (
    <p className="row">
      {name !== undefined && !isOut && (
        <Button small icon="play" onClick={() => build(name)}>
          Build a call
        </Button>
      )}
      {range !== undefined && (
        <Button small icon="code" onClick={() => page.reveal(range)}>
          Show in document
        </Button>
      )}
      <Button small onClick={() => onFilter(node, false)}>
        {isOut ? 'Take back' : 'Leave out'}
      </Button>
      <Button small icon="filter" onClick={() => onFilter(node, true)}>
        Only this
      </Button>
    </p>
  );
}

/** A command's effects, their source, the name for models, and the tokens. */
function Facts({ node, detail }: { readonly node: CommandNode; readonly detail: Detail }): ReactElement {
  const { provider } = usePage().copy;
  const { name, effects, facts, trust, verified, aliases, examples } = detail;
  const isGroup = node.kind === 'group';
  return (
    <dl className="facts-list">
      <Fact title={isGroup ? 'Its commands' : 'Effects'}>
        {isGroup ? (
          <Badges label="Effects of its commands" marks={marksOf(node.risks)} />
        ) : (
          <>
            <EffectBadges effects={effects} />
            <p className="quiet">{facts.map(visibleText).join(' · ')}</p>
          </>
        )}
      </Fact>
      <Fact title="Said by">{`claims ${trust}${verified ? ', verified' : ''}; where it is found decides`}</Fact>
      <Fact title={`For ${PROVIDER_LABELS[provider]}`}>{name !== undefined && <code>{name}</code>}</Fact>
      <Fact title="Size">
        {`~${countOf(node.tokens, 'token')}${isGroup ? ` in ${countOf(node.count, 'command')}` : ''}`}
      </Fact>
      <Fact title="Also called">{aliases.length > 0 && aliases.map(visibleText).join(', ')}</Fact>
      <Fact title="Deprecated">{node.deprecated && 'still works, its author advises against it'}</Fact>
      <Fact title="Examples">
        {examples.length > 0 && (
          <ul>
            {examples.map((example, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same example may come twice; its place is what it is.
              <li key={index}>
                <code>{visibleText(example)}</code>
              </li>
            ))}
          </ul>
        )}
      </Fact>
    </dl>
  );
}

/** @param children false: there is nothing to say */
function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement | null {
  if (children === false) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A command's arguments and options; those of the tool, which every command has, on demand. */
function Parameters({ parameters }: { readonly parameters: readonly DetailParameter[] }): ReactElement | null {
  const own = parameters.filter(({ global }) => !global);
  const shared = parameters.filter(({ global }) => global);
  const sharedTitle = `${countOf(shared.length, 'option')} of the tool itself`;
  return (
    <>
      {own.length > 0 && <ParameterTable title={countOf(own.length, 'parameter')} parameters={own} />}
      {shared.length > 0 && (
        <Disclosure summary={sharedTitle}>
          <ParameterTable title={sharedTitle} parameters={shared} />
        </Disclosure>
      )}
    </>
  );
}

interface ParameterTableProps {
  readonly title: string;
  readonly parameters: readonly DetailParameter[];
}

function ParameterTable({ title, parameters }: ParameterTableProps): ReactElement {
  return (
    <Table className="command-parameters" caption={title} isTitled columns={['Name', 'Type and meaning']}>
      {parameters.map(({ key, spelling, type, required, standard, description, deprecated, effects }) => (
        <tr key={key}>
          <th scope="row" className="mono" title={`Models call it ${key}`}>
            {visibleText(spelling)}
          </th>
          <td>
            <p className="quiet">
              {visibleText(type)}
              {required && <strong> · required</strong>}
              {standard !== undefined && ` · default ${visibleText(standard)}`}
              {deprecated && ' · deprecated'}
            </p>
            <p>{visibleText(description)}</p>
            {effects && <AddedEffects effects={effects} />}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function AddedEffects({ effects }: { readonly effects: AtipEffects }): ReactElement | null {
  const marks = riskMarks(effects).filter(({ risk }) => risk !== 'not-stated');
  const added = marks.map((mark) => ({ ...mark, word: `+ ${mark.word}` }));
  return marks.length === 0 ? null : <Badges label="Giving it adds" marks={added} />;
}
