import type { FlatCommand, Provider } from '@atip/core';
import type { ReactElement } from 'react';
import { exampleResponse } from '../../state/example-response.ts';
import { PROVIDER_LABELS } from '../../state/providers.ts';
import type { ReadResponse } from '../../state/read-response.ts';
import { visibleText } from '../../state/visible-text.ts';

interface PasteResponseProps {
  readonly provider: Provider;
  /** The command that "insert an example" calls. */
  readonly example: FlatCommand;
  readonly text: string;
  readonly response: ReadResponse;
  readonly index: number;
  readonly onText: (text: string) => void;
  readonly onChoose: (index: number) => void;
}

/** A model's answer as its provider's API returned it. */
export function PasteResponse({
  provider,
  example,
  text,
  response,
  index,
  onText,
  onChoose,
}: PasteResponseProps): ReactElement {
  return (
    <div className="stack">
      <div className="row">
        <label htmlFor="response" className="grow">
          {PROVIDER_LABELS[provider]} response with tool calls
        </label>
        <button
          type="button"
          className="button button-small"
          onClick={() => onText(exampleResponse(provider, example))}
        >
          Insert an example: {example.name}
        </button>
      </div>
      <textarea
        id="response"
        className="field mono"
        rows={8}
        spellCheck={false}
        value={text}
        aria-invalid={response.kind === 'unreadable'}
        aria-describedby="response-answer"
        placeholder={`Paste what the ${PROVIDER_LABELS[provider]} API returned, or only the assistant's message.`}
        onChange={(event) => onText(event.target.value)}
      />
      <p id="response-answer" role="status" className={response.kind === 'unreadable' ? 'bad' : 'quiet'}>
        {response.kind === 'unreadable' && response.message}
      </p>
      {response.kind === 'calls' && response.calls.length > 1 && (
        <fieldset className="choose-call">
          <legend>{response.calls.length} calls; look at</legend>
          {response.calls.map((call, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a provider may repeat an id; the place in the response does not repeat.
            <label key={at} className="check">
              <input type="radio" name="call" checked={at === index} onChange={() => onChoose(at)} />
              <span className="mono">{visibleText(call.name)}</span>{' '}
              <span className="quiet mono">{visibleText(call.id)}</span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
