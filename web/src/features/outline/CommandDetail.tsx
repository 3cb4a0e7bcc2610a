import { flushSync } from 'react-dom';
import { type ReactElement, type ReactNode, useId, useMemo } from 'react';
import type { AtipEffects } from '@atip/core';
import type { CommandDetail as Detail, DetailParameter } from './answer-command-detail.ts';
import type { CommandNode } from './answer-commands.ts';
import type { PanelProps } from '../../page/page-context.ts';
import { Badges, EffectBadges } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Modal } from '../../components/Modal.tsx';
import { Table } from '../../components/Table.tsx';
import { headerSettings } from '../output/shown-output.ts';
import { countOf } from '../../text/words.ts';
import { PROVIDER_LABELS } from '../../document/providers.ts';
import { marksOf, riskMarks } from '../../document/risks.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { wantPart } from '../../page/wanted-part.ts';

interface CommandDetailProps extends PanelProps {
  readonly node: CommandNode;
  readonly onFilter: (node: CommandNode, only: boolean) => void;
  readonly onClose: () => void;
}

/** A card about one command or group, over the page beside the tree. */
export function CommandDetail(props: CommandDetailProps): ReactElement {
  const { node, compilation, onClose } = props;
  const { pointer } = node;
  const source = compilation.result?.source;
  const question = useMemo(
    () => source && { text: source.text, ...(source.filter && { filter: source.filter }), pointer },
    [source, pointer],
  );
  const { last, failure } = useAnswer('command-detail', question);
  const titleId = useId();
  const detail = last?.answer?.pointer === pointer ? last.answer : undefined;
  return (
    <Modal className="dialog command-detail" labelledBy={titleId} part="command" onClose={onClose} closesOutside>
      <div className="dialog-head">
        <h2 id={titleId} className="mono wrap">
          {visibleText(node.name)}
        </h2>
        <Button look="plain" icon="close" aria-label="Close" onClick={onClose} />
      </div>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {detail !== undefined && (
        <>
          <p className="wrap">{visibleText(detail.description)}</p>
          <Actions {...props} name={detail.name} />
          <Facts {...props} detail={detail} />
          <Parameters parameters={detail.parameters} />
        </>
      )}
    </Modal>
  );
}

function Actions({
  name,
  node,
  copy,
  page,
  dispatch,
  onFilter,
  onClose,
}: CommandDetailProps & { readonly name: string | undefined }): ReactElement {
  const { range } = node;
  const isOut = node.part === 'none';
  // Closing gives the focus back; what leads elsewhere comes after.
  const leave = (then: () => void): void => {
    flushSync(onClose);
    then();
  };
  const tryIt = (called: string): void => {
    const value = { name: called, arguments: {} };
    dispatch({ type: 'set', key: 'call', value, ...(copy.call && { label: `Started a call of ${called}` }) });
    wantPart('call-form');
    dispatch({ type: 'choose-tab', tab: 'try' });
  };
  return (
    <p className="row">
      {name !== undefined && !isOut && (
        <Button small look="primary" onClick={() => leave(() => tryIt(name))}>
          Try it
        </Button>
      )}
      {range !== undefined && (
        <Button small onClick={() => leave(() => page.reveal(range))}>
          Show in document
        </Button>
      )}
      <Button small onClick={() => leave(() => onFilter(node, false))}>
        {isOut ? 'Include' : 'Leave out'}
      </Button>
      <Button small onClick={() => leave(() => onFilter(node, true))}>
        Only this
      </Button>
    </p>
  );
}

/** Effects, the name for models, and the tokens. */
function Facts({ node, detail, compilation }: CommandDetailProps & { readonly detail: Detail }): ReactElement {
  const { name, effects } = detail;
  const source = compilation.result?.source;
  const { pointer } = node;
  const sizes = useMemo(
    () =>
      source && {
        text: source.text,
        provider: source.provider,
        settings: headerSettings(source.provider, source.strict),
        ...(source.filter && { filter: source.filter }),
        pointer,
      },
    [source, pointer],
  );
  const tokens = useAnswer('command-sizes', sizes).last?.answer[0]?.[1];
  const isGroup = node.kind === 'group';
  return (
    <dl className="facts-list">
      <Fact title={isGroup ? 'Its commands' : 'Effects'}>
        {isGroup ? (
          <Badges label="Effects of its commands" marks={marksOf(node.risks)} />
        ) : (
          <EffectBadges effects={effects} />
        )}
      </Fact>
      <Fact title={PROVIDER_LABELS[source?.provider ?? 'openai']}>
        {name !== undefined && (
          <>
            <code>{name}</code>
            {tokens !== undefined && <span className="quiet"> · {countOf(tokens, 'token')}</span>}
          </>
        )}
      </Fact>
      <Fact title="Deprecated">{node.deprecated && 'It still works, but its author advises against it.'}</Fact>
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
  return marks.length === 0 ? null : <Badges label="When given, it adds" marks={added} />;
}
