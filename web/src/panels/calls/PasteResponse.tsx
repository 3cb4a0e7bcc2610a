import { usePage } from '../page-context.ts';
import { Button } from '../../components/Button.tsx';
import type { Provider } from '@atip/core';
import type { ReactElement } from 'react';
import type { ReadResponse } from '../../analysis/calls/answer-response.ts';
import { countOf } from '../../text/words.ts';
import { PROVIDER_LABELS } from '../../document/providers.ts';
import { type AskedCall, responseText } from '../../analysis/calls/asked-call.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { CallsModel } from './use-calls.ts';

interface PasteResponseProps {
  readonly model: CallsModel;
  /** Called by "insert an example". */
  readonly example: AskedCall;
}

/** A model's answer, or the stream of it, as its provider's API returned it. */
export function PasteResponse({ model, example }: PasteResponseProps): ReactElement {
  const { copy, dispatch } = usePage();
  const { provider, response: text = '' } = copy;
  const { response } = model;
  const isBad = response.kind === 'unreadable' && text !== '';
  const change = (value: string | undefined, label?: string): void => {
    dispatch({ type: 'set', key: 'response', value, ...(label !== undefined && { label }) });
    model.setPlace(0);
  };
  return (
    <div className="stack">
      <div className="row">
        <label htmlFor="response" className="grow">
          {PROVIDER_LABELS[provider]} response with tool calls
        </label>
        {text !== '' && (
          <Button small onClick={() => change(undefined, 'Response cleared')}>
            Clear
          </Button>
        )}
        <Button
          small
          onClick={() => change(responseText(provider, example), text === '' ? undefined : 'Example inserted')}
        >
          Insert an example: {example.name}
        </Button>
      </div>
      <textarea
        id="response"
        className="field mono"
        rows={8}
        spellCheck={false}
        value={text}
        aria-invalid={isBad}
        aria-describedby="response-answer"
        placeholder="Paste what a provider’s API returned: the response, only the assistant’s message, or the lines of a stream. The page finds out whose it is."
        onChange={(event) => change(event.target.value === '' ? undefined : event.target.value)}
      />
      <div className="row">
        <p id="response-answer" role="status" className={isBad ? 'bad grow' : 'quiet grow'}>
          {text !== '' && answerLine(response)}
        </p>
        {text !== '' && <SwitchProvider response={response} />}
      </div>
      {isBad && <Unfinished response={response} />}
      {text !== '' && <ChooseCall response={response} model={model} />}
    </div>
  );
}

function answerLine(response: ReadResponse): string {
  if (response.kind === 'empty') return '';
  const { recognised } = response;
  const what = recognised && formOf(recognised);
  if (response.kind === 'calls') return `${what}, ${countOf(response.calls.length, 'call')}`;
  return what === undefined ? response.message : `${what}: ${response.message}`;
}

function formOf({ provider, events }: { readonly provider: Provider; readonly events?: number }): string {
  const name = provider === 'openai-responses' ? 'OpenAI Responses' : PROVIDER_LABELS[provider];
  if (events !== undefined) return `${name} stream of ${countOf(events, 'event')}`;
  return `${name} ${provider === 'mcp' ? 'request' : 'response'}`;
}

function SwitchProvider({ response }: { readonly response: ReadResponse }): ReactElement | null {
  const { copy, dispatch } = usePage();
  const found = response.kind === 'empty' ? undefined : response.recognised?.provider;
  if (found === undefined || found === copy.provider) return null;
  return (
    <Button small onClick={() => dispatch({ type: 'choose-provider', provider: found })}>
      Switch to {PROVIDER_LABELS[found]}
    </Button>
  );
}

function Unfinished({ response }: { readonly response: ReadResponse }): ReactElement | null {
  if (response.kind !== 'unreadable' || response.unfinished.length === 0) return null;
  return (
    <ul className="stack boxed" aria-label="Calls as far as they came">
      {response.unfinished.map(({ name, argumentsText }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the stream is what tells them apart.
        <li key={index}>
          <code>
            {visibleText(name)} {visibleText(argumentsText)}…
          </code>
        </li>
      ))}
      <li className="quiet">
        As far as they came. Half of a call is another call, so none of it can be followed or run.
      </li>
    </ul>
  );
}

function ChooseCall({
  response,
  model,
}: {
  readonly response: ReadResponse;
  readonly model: CallsModel;
}): ReactElement | null {
  if (response.kind !== 'calls' || response.calls.length < 2) return null;
  const place = model.place < response.calls.length ? model.place : 0;
  return (
    <fieldset className="stack">
      <legend>{response.calls.length} calls; look at</legend>
      {response.calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a provider may repeat an id; the place in the response does not repeat.
        <label key={at} className="check wrap">
          <input type="radio" name="call" checked={at === place} onChange={() => model.setPlace(at)} />
          <span className="mono">{visibleText(call.name)}</span>{' '}
          <span className="quiet mono">{visibleText(call.id)}</span>
        </label>
      ))}
    </fieldset>
  );
}
