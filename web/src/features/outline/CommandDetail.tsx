import { flushSync } from 'react-dom';
import { type ReactElement, useMemo } from 'react';
import type { DetailParameter } from './answer-command-detail.ts';
import type { CommandNode } from './answer-commands.ts';
import { usePage } from '../../page/page-context.ts';
import { Badges, EffectBadges, Disclosure, Table } from '../../components/content.tsx';
import { Button } from '../../components/controls.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { countOf } from '../../text/words.ts';
import { PROVIDER_LABELS } from '../../document/providers.ts';
import { marksOf } from '../../document/risks.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { useSizes } from './Picture.tsx';

interface CommandDetailProps {
  readonly node: CommandNode;
  readonly onFilter: (node: CommandNode, only: boolean) => void;
  readonly onClose: () => void;
}

export function CommandDetail({ node, onFilter, onClose }: CommandDetailProps): ReactElement {
  const { pointer, kind, risks, deprecated } = node;
  const source = usePage().compilation.result?.source;
  const question = useMemo(() => source && { ...source, pointer }, [source, pointer]);
  const { last, failure } = useAnswer('command-detail', kind === 'command' ? question : undefined);
  const tokens = useSizes(kind === 'command', pointer).sizes.get(pointer);
  const detail = last?.question.pointer === pointer ? last.answer : undefined;
  const own = detail?.parameters.filter(({ global }) => !global) ?? [];
  const shared = detail?.parameters.filter(({ global }) => global) ?? [];
  const sharedTitle = `${countOf(shared.length, 'option')} of the tool itself`;
  return (
    <Dialog
      title={<span className="mono wrap">{visibleText(node.name)}</span>}
      part="command"
      size="card"
      onClose={onClose}
    >
      {failure !== undefined && <p role="alert">{failure}</p>}
      <p className="wrap">{visibleText(node.description)}</p>
      <Actions {...{ node, onFilter, onClose }} name={detail?.name} />
      <dl className="facts">
        <dt>{kind === 'command' ? 'Effects' : 'Its commands'}</dt>
        <dd>
          {kind !== 'command' && <Badges label="Effects of its commands" marks={marksOf(risks)} />}
          {detail && <EffectBadges effects={detail.effects} />}
          {detail?.why !== undefined && <p className="quiet small">{visibleText(detail.why)}</p>}
        </dd>
        {detail && (
          <>
            <dt>{PROVIDER_LABELS[source?.provider ?? 'openai']}</dt>
            <dd>
              <code>{detail.name}</code>
              {tokens !== undefined && <span className="quiet"> · {countOf(tokens, 'token')}</span>}
            </dd>
          </>
        )}
        {deprecated && (
          <>
            <dt>Deprecated</dt>
            <dd>It still works, but its author advises against it.</dd>
          </>
        )}
      </dl>
      {own.length > 0 && <Parameters title={countOf(own.length, 'parameter')} parameters={own} />}
      {shared.length > 0 && (
        <Disclosure summary={sharedTitle}>
          <Parameters title={sharedTitle} parameters={shared} />
        </Disclosure>
      )}
    </Dialog>
  );
}

function Actions({ name, node, onFilter, onClose }: CommandDetailProps & { name: string | undefined }): ReactElement {
  const { copy, page, dispatch } = usePage();
  const { range } = node;
  const isOut = node.part === 'none';
  // Closing returns the focus; then the link may move it.
  const leave = (then: () => void): void => {
    flushSync(onClose);
    then();
  };
  const tryIt = (called: string): void => {
    const value = { name: called, arguments: {} };
    dispatch({ type: 'set', key: 'call', value, ...(copy.call && { label: `Started a call of ${called}` }) });
    dispatch({ type: 'set', key: 'way', value: 'fill' });
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

/** The effects of giving a parameter, or some of its values: `+` adds, `=` replaces those of the command. */
function Effect({ match, kind, marks, why, unless }: DetailParameter['effects'][number]): ReactElement | null {
  if (marks.length === 0) return null;
  const value = match === undefined ? '' : ` as ${visibleText(match.slice(0, 60))}${match.length > 60 ? '…' : ''}`;
  const label = kind === 'mode' ? `Given${value}, the command only` : `Given${value}, it adds`;
  const sign = kind === 'mode' ? '=' : '+';
  const reasons = [why, unless.length > 0 ? `not with ${unless.join(', ')}` : undefined].filter(
    (one) => one !== undefined,
  );
  return (
    <div>
      {match !== undefined && (
        <p>
          <span className="quiet">Where it fits </span>
          <code className="wrap">{value.slice(4)}</code>
        </p>
      )}
      <Badges label={label} marks={marks.map((mark) => ({ ...mark, word: `${sign} ${mark.word}` }))} />
      {reasons.length > 0 && <p className="quiet small">{visibleText(reasons.join('; '))}</p>}
    </div>
  );
}

function Parameters(props: { readonly title: string; readonly parameters: readonly DetailParameter[] }): ReactElement {
  const { title, parameters } = props;
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
            {effects.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and their order is the document's.
              <Effect key={index} {...one} />
            ))}
          </td>
        </tr>
      ))}
    </Table>
  );
}
