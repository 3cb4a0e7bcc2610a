import { type ReactElement, useMemo } from 'react';
import type { PromptAnswer } from '../../analysis/safety/answer-safety-prompt.ts';
import type { Subject } from '../../analysis/subject.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { downloadText } from '../../components/download-text.ts';
import { Icon } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../state/health.ts';
import { visibleOutput } from '../../state/visible-text.ts';
import type { PanelProps } from '../panel.ts';
import { useAnswer } from '../use-answer.ts';

interface SafetyPromptProps extends PanelProps {
  readonly subject: Subject | undefined;
}

/** The section for a system prompt that tells a model which commands need care: the text itself, never drawn. */
export function SafetyPrompt({ active, subject, document, dispatch }: SafetyPromptProps): ReactElement {
  const { last, failure } = useAnswer('safety-prompt', active ? subject : undefined);
  const answer = last?.answer;
  if (answer === undefined || !answer.ok) {
    return <p className="empty quiet">{failure ?? answer?.message ?? 'Writing the prompt …'}</p>;
  }
  return (
    <div className="safety-body">
      <div className="safety-tools">
        <p className="grow">
          <strong>{countOf(answer.tokens, 'token')}</strong>{' '}
          <span className="quiet">
            ({answer.label}) about {countOf(answer.commands, 'command')}
          </span>
        </p>
        <CopyButton
          label={`Copy ${countOf(answer.tokens, 'token')}`}
          text={() => answer.text}
          disabled={answer.text === ''}
        />
        <button
          type="button"
          className="button button-small"
          disabled={answer.text === ''}
          onClick={() => downloadText(`${document.name.replace(/\.json$/, '')}-safety.md`, answer.text)}
        >
          <Icon name="download" />
          Download as Markdown
        </button>
      </div>
      <Sections
        answer={answer}
        isFiltered={document.filter !== undefined}
        onAll={() => dispatch({ type: 'set-filter', label: 'Showed all commands' })}
      />
      {answer.text === '' ? (
        <p className="empty">
          <strong>0 lines: no command needs a word.</strong> Each states that it does no harm, so a model is told
          nothing.
        </p>
      ) : (
        <PromptText text={answer.text} />
      )}
    </div>
  );
}

interface SectionsProps {
  readonly answer: Extract<PromptAnswer, { ok: true }>;
  readonly isFiltered: boolean;
  readonly onAll: () => void;
}

function Sections({ answer, isFiltered, onAll }: SectionsProps): ReactElement {
  return (
    <div className="safety-about">
      {answer.sections.length > 0 && (
        <ul className="safety-sections" aria-label="Sections of the prompt">
          {answer.sections.map(({ title, lines }) => (
            <li key={title}>
              {title} <strong>{lines.toLocaleString('en')}</strong>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">
        It follows the effects: stating them moves a command out of “Effects Not Stated”.{' '}
        {isFiltered ? (
          <>
            Only what the filter of Commands offers is in it.{' '}
            <button type="button" className="button button-link" onClick={onAll}>
              Show all commands
            </button>
          </>
        ) : (
          'What the filter of Commands leaves out is not in it.'
        )}
      </p>
    </div>
  );
}

/** Lines that are laid out together; those off screen are not. */
const CHUNK = 100;

function PromptText({ text }: { readonly text: string }): ReactElement {
  const chunks = useMemo(() => {
    const lines = visibleOutput(text).split('\n');
    return Array.from({ length: Math.ceil(lines.length / CHUNK) }, (_, index) => ({
      start: index * CHUNK,
      text: `${lines.slice(index * CHUNK, (index + 1) * CHUNK).join('\n')}\n`,
    }));
  }, [text]);
  return (
    <ScrollRegion label="Safety prompt" className="safety-prompt">
      <pre>
        {chunks.map((chunk) => (
          <span key={chunk.start} className="safety-chunk">
            {chunk.text}
          </span>
        ))}
      </pre>
    </ScrollRegion>
  );
}
