import { usePage } from '../page-context.ts';
import { EmptyDocument } from '../EmptyDocument.tsx';
import '../../styles/content.css';
import '../../styles/safety.css';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import type { MatrixQuestion, SafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import { Choice } from '../../components/Choice.tsx';
import { staleLine } from '../../document/compilation.ts';
import type { PanelProps } from '../page-context.ts';
import { useAnswer } from '../use-answer.ts';
import { onWantedPart } from '../wanted-part.ts';
import { Assumptions } from './Assumptions.tsx';
import { Matrix } from './Matrix.tsx';
import { Policy } from './Policy.tsx';
import { changedFields } from './policy-edit.ts';
import type { Subject } from '../../analysis/subject.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { downloadText } from '../../components/download-text.ts';
import { Button } from '../../components/Button.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../text/words.ts';
import { visibleOutput } from '../../text/visible-text.ts';

const PARTS = [
  { value: 'matrix', label: 'Matrix' },
  { value: 'policy', label: 'Policy' },
  { value: 'prompt', label: 'Prompt' },
  { value: 'assumptions', label: 'Assumptions' },
] as const;
type Part = (typeof PARTS)[number]['value'];

const KEPT_PART = 'atip.safety.part';

/** Policies' decisions about the commands, the words for models, and the assumptions about unstated effects. */
export function Safety({ active, copy, compilation, page }: PanelProps): ReactElement {
  const [part, setPart] = useState(
    () => PARTS.find(({ value }) => value === page.local.getItem(KEPT_PART))?.value ?? 'matrix',
  );
  useEffect(() => onWantedPart('policy', () => setPart('policy')), []);
  const subject = compilation.result?.source;
  // A hidden panel asks nothing.
  const asked = active ? subject : undefined;
  const { policy } = copy;
  const question = useMemo(
    (): MatrixQuestion | undefined => subject && { ...subject, ...(policy && { policy }) },
    [subject, policy],
  );
  const decides = part === 'matrix' || part === 'policy';
  const { last, pending, failure } = useAnswer('safety-matrix', active && decides ? question : undefined);
  const answer = last?.answer;
  const changed = changedFields(policy).length;
  const choose = (chosen: Part): void => {
    setPart(chosen);
    page.local.setItem(KEPT_PART, chosen);
  };
  const behind = staleLine(compilation) ?? failure ?? (decides && answer?.ok === false ? answer.message : undefined);
  const matrix = answer?.ok === true ? answer : undefined;
  return (
    <div className="panel safety" data-part="safety" aria-busy={pending}>
      <p className="stale-line" role="status">
        {behind}
      </p>
      <div className="bar safety-bar">
        <Choice label="Part of Safety" name="safety-part" options={PARTS} value={part} onChoose={choose} />
        <Button look="link" onClick={() => choose('policy')}>
          {changed === 0 ? 'Your policy: the default' : `Your policy: ${changed} changed`}
        </Button>
      </div>
      {part === 'prompt' && <SafetyPrompt subject={asked} />}
      {part === 'assumptions' && <Assumptions subject={asked} />}
      {part === 'policy' && <Policy matrix={matrix} />}
      {part === 'matrix' && (matrix ? <MatrixOrNone matrix={matrix} /> : <Waiting behind={behind} />)}
    </div>
  );
}

function MatrixOrNone({ matrix }: { readonly matrix: SafetyMatrix }): ReactElement {
  if (matrix.rows.length > 0) return <Matrix matrix={matrix} />;
  return (
    <EmptyDocument
      title="0 commands: there is nothing to allow or deny yet."
      example={'"effects": { "destructive": false, "network": false }'}
    >
      A policy goes by <code>effects</code>. What states nothing is taken for the worst:
    </EmptyDocument>
  );
}

function Waiting({ behind }: { readonly behind: string | undefined }): ReactElement {
  return (
    <p className="empty quiet">
      {behind === undefined
        ? 'Deciding about the commands …'
        : 'The decisions appear as soon as the document compiles.'}
    </p>
  );
}

/** The section for a system prompt that tells a model which commands need care. */
function SafetyPrompt({ subject }: { readonly subject: Subject | undefined }): ReactElement {
  const { document, dispatch } = usePage();
  const { last, failure } = useAnswer('safety-prompt', subject);
  const answer = last?.answer;
  if (answer === undefined || !answer.ok) {
    return <p className="empty quiet">{failure ?? answer?.message ?? 'Writing the prompt …'}</p>;
  }
  const { text, tokens, label, commands } = answer;
  return (
    <div className="panel">
      <div className="bar safety-tools">
        <p className="grow">
          <strong>{countOf(tokens, 'token')}</strong>{' '}
          <span className="quiet">
            ({label}) about {countOf(commands, 'command')}
          </span>
        </p>
        <CopyButton label={`Copy ${countOf(tokens, 'token')}`} text={() => text} disabled={text === ''} />
        <Button
          small
          icon="download"
          disabled={text === ''}
          onClick={() => downloadText(`${document.name.replace(/\.json$/, '')}-safety.md`, text)}
        >
          Download as Markdown
        </Button>
        {document.filter !== undefined && (
          <Button look="link" onClick={() => dispatch({ type: 'set-filter', label: 'Showed all commands' })}>
            Only what Commands offers is in it. Show all commands
          </Button>
        )}
      </div>
      {text === '' ? (
        <p className="empty">
          <strong>0 lines: no command needs a word.</strong> Each states that it does no harm, so a model is told
          nothing.
        </p>
      ) : (
        <ScrollRegion label="Safety prompt" className="safety-prompt text-box">
          <pre>{visibleOutput(text)}</pre>
        </ScrollRegion>
      )}
    </div>
  );
}
