import type { Range } from '@atip/core';
import type { ReactElement } from 'react';
import { Button } from '../components/controls.tsx';
import { Disclosure, Table } from '../components/content.tsx';
import { Icon } from '../components/Icon.tsx';
import type { CompiledOutput, CompileSource } from '../document/compilation.ts';
import { applyEdits } from '../document/issues.ts';
import { createPointerLocator } from '../document/json-place.ts';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { usePage } from '../page/page-context.ts';
import { countOf, percent } from '../text/words.ts';
import { type AnswerState, useAnswer } from '../worker/use-answer.ts';
import type { LossGroup, LossPlace } from './losses.ts';
import type { HealthAnswer } from './answer-output.ts';

export type Detail = 'losses' | 'tokens';

interface HealthLineProps {
  readonly output: CompiledOutput;
  /** Takes longer than the output itself; absent until it is known. */
  readonly health: HealthAnswer | undefined;
  readonly detail: Detail | undefined;
  readonly detailId: string;
  readonly onDetail: (detail: Detail | undefined) => void;
}

/** The output in a few words, with each broken rule of the provider; losses and tokens open their details. */
export function HealthLine({ output, health, detail, detailId, onDetail }: HealthLineProps): ReactElement {
  const excess = excessWords(output);
  const commands = commandsWords(output);
  const { broken = [], doubtful = [] } = health ?? {};
  const rules = Object.entries({ 'broken rule': broken, 'doubtful rule': doubtful }).filter(
    ([, all]) => all.length > 0,
  );
  const detailButton = (name: Detail, words: string, title: string): ReactElement => (
    <button
      type="button"
      className="place-link bare"
      title={title}
      aria-expanded={detail === name}
      aria-controls={detail === name ? detailId : undefined}
      onClick={() => onDetail(detail === name ? undefined : name)}
    >
      {words}
    </button>
  );
  return (
    <p className="row grow quiet output-numbers">
      <span>
        <strong>{output.tools.toLocaleString('en')}</strong> {output.tools === 1 ? 'tool' : 'tools'}
      </span>
      {commands !== undefined && <span className="quiet">{commands}</span>}
      {health &&
        detailButton('tokens', `${health.isEstimate ? '~' : ''}${countOf(health.total, 'token')}`, health.label)}
      {excess !== undefined && <Warned words={excess} />}
      {rules.map(([noun, messages]) => (
        <Warned key={noun} words={countOf(messages.length, noun)} title={messages.join('\n')} />
      ))}
      {output.losses > 0 &&
        detailButton('losses', countOf(output.losses, 'loss'), 'Parts of the document that the output cannot express')}
    </p>
  );
}

/** A list this full is near its limit. */
const NEAR = 0.9;

/** `"39 over OpenAI's limit"`, or `"2 below OpenAI's limit"` near it; `undefined` well within. */
export function excessWords({ provider, tools, maxTools }: CompiledOutput): string | undefined {
  if (maxTools === null || tools <= maxTools * NEAR) return undefined;
  const difference = `${Math.abs(tools - maxTools).toLocaleString('en')} ${tools > maxTools ? 'over' : 'below'}`;
  return `${difference} ${PROVIDER_LABELS[provider]}'s limit`;
}

/** `"of 167 commands"`; `undefined` where none is left out. */
export function commandsWords({ commands: { total, included } }: CompiledOutput): string | undefined {
  return included < total ? `of ${countOf(total, 'command')}` : undefined;
}

function Warned({ words, title }: { readonly words: string; readonly title?: string }): ReactElement {
  return (
    <span className="verdict tone-warning" title={title}>
      <Icon name="warning" />
      {words}
    </span>
  );
}

/** Opens places of an earlier text; says so when the document has changed. */
function useJump(text: string): (range: Range | undefined) => void {
  const { document, page } = usePage();
  return (range) => {
    if (document.text !== text) page.tell('The document has changed since; this leads there again once it compiles.');
    else if (range !== undefined) page.reveal(range);
  };
}

export function TokenList({ last, failure }: AnswerState<'output-health'>): ReactElement {
  const text = last?.question.text ?? '';
  const jump = useJump(text);
  if (failure !== undefined) return <p className="pane-note">{failure}</p>;
  if (last?.answer === undefined) return <p className="pane-note quiet">Counting tokens …</p>;
  const { label, total, frame, rows } = last.answer;
  return (
    <div className="stack">
      <p>
        <strong>{countOf(total, 'token')}</strong>
        {frame > 0 && <span className="quiet">, {frame} of them around the tools</span>}{' '}
        <span className="quiet">({label})</span>
      </p>
      <Table className="output-table" caption="Largest tools" isTitled columns={['Tool', 'Tokens', 'Share']}>
        {rows.map(({ name, tokens, pointer }) => (
          <tr key={name}>
            <th scope="row">
              <PlaceLink onClick={() => jump(createPointerLocator(text)?.rangeOf(pointer))}>{name}</PlaceLink>
            </th>
            <td>{tokens.toLocaleString('en')}</td>
            <td>{percent(tokens / total)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function PlaceLink(props: { readonly onClick: () => void; readonly children: string }): ReactElement {
  return <button type="button" className="place-link bare mono" {...props} />;
}

/** Lost facts by message, and below them the facts that the host keeps; each place is one click away. */
export function LossList({ question }: { readonly question: CompileSource | undefined }): ReactElement {
  const { last, failure } = useAnswer('output-losses', question);
  if (failure !== undefined) return <p className="pane-note">{failure}</p>;
  if (last?.answer === undefined) return <p className="pane-note quiet">Looking for losses …</p>;
  const list = (shown: readonly LossGroup[]): ReactElement => (
    <ul className="stack">
      {shown.map((group) => (
        <li key={group.message}>
          <Group group={group} text={last.question.text} />
        </li>
      ))}
    </ul>
  );
  const kept = last.answer.filter(({ kind }) => kind === 'kept');
  const count = kept.reduce((sum, group) => sum + group.count, 0);
  return (
    <>
      {list(last.answer.filter(({ kind }) => kind === 'loss'))}
      {kept.length > 0 && (
        <Disclosure summary={`${countOf(count, 'fact')} ${count === 1 ? 'stays' : 'stay'} with you, not the model`}>
          {list(kept)}
        </Disclosure>
      )}
    </>
  );
}

function Group({ group, text }: { readonly group: LossGroup; readonly text: string }): ReactElement {
  const { count, message, severity, places } = group;
  const { document, dispatch, page } = usePage();
  const jump = useJump(text);
  const onFix = ({ title, edits }: NonNullable<LossPlace['fix']>): void => {
    if (document.text !== text) page.tell('The document has changed since; the list is new as soon as it compiles.');
    else dispatch({ type: 'rewrite', text: applyEdits(text, edits), label: title });
  };
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
        {places.map(({ label, range, fix }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two places may have one name.
          <li key={index} className="row">
            <PlaceLink onClick={() => jump(range)}>{label}</PlaceLink>
            {fix && (
              <Button small onClick={() => onFix(fix)}>
                {fix.title}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {count > places.length && <p className="quiet">{countOf(count - places.length, 'more place')} not listed.</p>}
    </Disclosure>
  );
}
