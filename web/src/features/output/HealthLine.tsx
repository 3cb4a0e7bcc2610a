import type { ReactElement } from 'react';
import type { HealthAnswer } from './output-answers.ts';
import { Icon } from '../../components/Icon.tsx';
import type { CompiledOutput } from '../../document/compilation.ts';
import { PROVIDER_LABELS } from '../../document/providers.ts';
import { countOf } from '../../text/words.ts';
import type { LossGroup, LossPlace } from './losses.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Button } from '../../components/Button.tsx';
import { applyEdits } from '../../document/issues.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { type OutputPartProps, jumpTo } from './shown-output.ts';

export type Detail = 'losses' | 'tokens';

interface HealthLineProps {
  readonly output: CompiledOutput;
  /** Takes longer than the output itself; absent until it is known. */
  readonly health: HealthAnswer | undefined;
  readonly detail: Detail | undefined;
  readonly detailId: string;
  readonly onDetail: (detail: Detail) => void;
}

/** The output in a few words, with each rule of the provider that it breaks; losses and tokens open what is behind them. */
export function HealthLine({ output, health, ...details }: HealthLineProps): ReactElement {
  const excess = excessWords(output);
  const commands = commandsWords(output);
  return (
    <p className="output-numbers">
      <span>
        <strong>{output.tools.toLocaleString('en')}</strong> {output.tools === 1 ? 'tool' : 'tools'}
      </span>
      {commands !== undefined && <span className="quiet">{commands}</span>}
      {health !== undefined && (
        <DetailButton
          {...details}
          name="tokens"
          words={`${health.isEstimate ? '~' : ''}${countOf(health.tokens, 'token')}`}
          title={health.label}
        />
      )}
      {excess !== undefined && <Warned words={excess} />}
      <Rules messages={health?.broken} noun="broken rule" />
      <Rules messages={health?.doubtful} noun="doubtful rule" />
      {output.losses > 0 && (
        <DetailButton
          {...details}
          name="losses"
          words={countOf(output.losses, 'loss')}
          title="What comes out otherwise than the document has it"
        />
      )}
    </p>
  );
}

/** A list this full is near its limit. */
const NEAR = 0.9;

/** `"39 over OpenAI's limit"`, or `"2 below OpenAI's limit"` near it; `undefined` well within. */
export function excessWords({ provider, tools, maxTools }: CompiledOutput): string | undefined {
  if (maxTools === null || tools <= maxTools * NEAR) return undefined;
  const limit = `${PROVIDER_LABELS[provider]}'s limit`;
  return tools > maxTools ? `${tools - maxTools} over ${limit}` : `${maxTools - tools} below ${limit}`;
}

/** `"of 167 commands"`; `undefined` where none is left out. */
export function commandsWords({ commands: { total, included } }: CompiledOutput): string | undefined {
  return included < total ? `of ${countOf(total, 'command')}` : undefined;
}

function Rules({
  messages = [],
  noun,
}: {
  readonly messages: readonly string[] | undefined;
  readonly noun: string;
}): ReactElement | null {
  return messages.length === 0 ? null : <Warned words={countOf(messages.length, noun)} title={messages.join('\n')} />;
}

function Warned({ words, title }: { readonly words: string; readonly title?: string }): ReactElement {
  return (
    <span className="output-warned tone-warning" title={title}>
      <Icon name="warning" />
      {words}
    </span>
  );
}

interface DetailButtonProps extends Pick<HealthLineProps, 'detail' | 'detailId' | 'onDetail'> {
  readonly name: Detail;
  readonly words: string;
  readonly title: string;
}

function DetailButton({ name, words, title, detail, detailId, onDetail }: DetailButtonProps): ReactElement {
  return (
    <span>
      <button
        type="button"
        className="bare output-detail-button"
        title={title}
        aria-expanded={detail === name}
        aria-controls={detail === name ? detailId : undefined}
        onClick={() => onDetail(name)}
      >
        {words}
      </button>
    </span>
  );
}

/** Facts that come out otherwise, by message, and below them what the host keeps; each place is one click away. */
export function LossList(props: OutputPartProps): ReactElement {
  const { question, active } = props;
  const { last, failure } = useAnswer('output-losses', active ? question : undefined);
  const groups = last?.answer;
  if (failure !== undefined) return <p className="pane-note">{failure}</p>;
  if (last === undefined || groups === undefined) return <p className="pane-note quiet">Looking for losses …</p>;
  const list = (shown: readonly LossGroup[]): ReactElement => (
    <ul className="stack">
      {shown.map((group) => (
        <li key={`${group.code} ${group.severity} ${group.message}`}>
          <Group {...props} group={group} text={last.question.text} />
        </li>
      ))}
    </ul>
  );
  const kept = groups.filter(({ kind }) => kind === 'kept');
  const facts = countOf(
    kept.reduce((sum, { count }) => sum + count, 0),
    'fact',
  );
  return (
    <>
      {list(groups.filter(({ kind }) => kind === 'loss'))}
      {kept.length > 0 && (
        <Disclosure summary={`${facts} ${facts === '1 fact' ? 'stays' : 'stay'} with you, not the model`}>
          {list(kept)}
        </Disclosure>
      )}
    </>
  );
}

interface GroupProps extends OutputPartProps {
  readonly group: LossGroup;
  readonly text: string;
}

function Group({ group, ...props }: GroupProps): ReactElement {
  const { count, message, severity, places } = group;
  const summary = (
    <>
      <span className={`tone-${severity}`}>
        <Icon name={severity} />
        <span className="visually-hidden">{severity}, </span>
      </span>
      <span className="output-loss-count">{count.toLocaleString('en')} ×</span>
      <span>{message}</span>
    </>
  );
  return (
    <Disclosure summary={summary}>
      <ul className="output-places stack">
        {places.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two places may have one name.
          <Place key={index} {...props} place={place} />
        ))}
      </ul>
      {count > places.length && <p className="quiet">{countOf(count - places.length, 'more place')} not listed.</p>}
    </Disclosure>
  );
}

function Place({ place, text, ...props }: Omit<GroupProps, 'group'> & { readonly place: LossPlace }): ReactElement {
  const { label, range, fix } = place;
  const { document, dispatch, page } = props;
  const onFix = (): void => {
    if (fix === undefined) return;
    if (document.text !== text) page.tell('The document has changed since; the list is new as soon as it compiles.');
    else dispatch({ type: 'rewrite', text: applyEdits(text, fix.edits), label: fix.title });
  };
  return (
    <li>
      <button type="button" className="place-link bare mono" onClick={() => jumpTo(props, text, range)}>
        {label}
      </button>
      {fix && (
        <Button small onClick={onFix}>
          {fix.title}
        </Button>
      )}
    </li>
  );
}
