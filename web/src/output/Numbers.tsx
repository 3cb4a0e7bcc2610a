/** An output in numbers; the lost facts open their places. */
import { FACTS } from '@atip/core/internal';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { usePage } from '../page/page-context.ts';
import { Icon } from '../parts/Icon.tsx';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import type { OutputSide } from './Output.tsx';

interface NumbersProps extends OutputSide {
  readonly title: string | undefined;
  /** Stands at the end of the line. */
  readonly children: ReactNode;
}

export function Numbers({ source, output, health: { last, failure }, title, children }: NumbersProps): ReactElement {
  const { document, page } = usePage();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const health = last?.answer;
  const { tools, losses, commands } = output;
  const excess = tools - (FACTS[source.provider].limits.tools.most ?? tools);
  return (
    <div className="output-side">
      <div className="bar">
        {title && <strong>{title}</strong>}
        <span>
          {countOf(tools, 'tool')}
          {commands.included < commands.total && ` of ${countOf(commands.total, 'command')}`}
        </span>
        {source.strict && health && health.strict < tools && <span>{health.strict} of them strict</span>}
        {health && <span title="An estimate from the JSON, within 20 %">~{countOf(health.tokens, 'token')}</span>}
        {excess > 0 && (
          <span className="verdict tone-warning" title={`One request may carry ${tools - excess} tools`}>
            <Icon name="warning" /> {excess.toLocaleString('en')} over the limit
          </span>
        )}
        {losses > 0 && (
          <button
            type="button"
            className="place-link bare"
            title="Facts that this provider does not get"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {countOf(losses, 'fact')} lost
          </button>
        )}
        {children}
      </div>
      {isOpen && (
        <ul className="output-detail stack" id={id}>
          {health?.lost.map(({ label, words, range }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two places may have one name.
            <li key={index} className="row">
              <button
                type="button"
                className="place-link bare"
                // Of an earlier text it would lead elsewhere.
                disabled={range === undefined || document.text !== last?.question.text}
                onClick={() => range && page.reveal(range)}
              >
                {visibleText(label)}
              </button>
              <span className="quiet">{visibleText(words)}</span>
            </li>
          )) ?? <li>{failure ?? 'Counting …'}</li>}
        </ul>
      )}
    </div>
  );
}
