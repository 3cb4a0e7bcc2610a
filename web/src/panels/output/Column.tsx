import { type ReactElement, useId, useRef, useState } from 'react';
import { CodeView, type CodeViewHandle } from '../../components/CodeView.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { downloadText } from '../../components/download-text.ts';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';
import { columnTitle } from '../../state/output-columns.ts';
import { outputFileName } from '../../state/output-name.ts';
import { useAnswer } from '../use-answer.ts';
import type { ColumnProps, ShownOutput } from './column.ts';
import { CopyAs } from './CopyAs.tsx';
import { type Detail, HealthLine } from './HealthLine.tsx';
import { LineReason } from './LineReason.tsx';
import { LossList } from './LossList.tsx';
import { TokenList } from './TokenList.tsx';
import { useLineLinks } from './use-line-links.ts';

/** One output with its numbers, what is behind them, and where each line comes from. */
export function Column(props: ColumnProps & { readonly shown: ShownOutput }): ReactElement {
  const { shown, question, column, title, active, isStale, document, page, onClose } = props;
  const { output } = shown;
  const view = useRef<CodeViewHandle>(null);
  const links = useLineLinks({ ...props, view });
  const { last } = useAnswer('output-health', active ? question : undefined);
  const [detail, setDetail] = useState<Detail>();
  // Counting loads a megabyte, so it waits until somebody wants to see; from then on the number is the counted one.
  const [isCounting, setCounting] = useState(false);
  const counted = useAnswer('output-tokens', active && isCounting ? question : undefined);
  const detailId = useId();
  return (
    <section className="output-column" aria-label={columnTitle(column)}>
      {title !== undefined && <ColumnHead title={title} {...(onClose && { onClose })} />}
      <HealthLine
        output={output}
        health={last?.answer}
        detail={detail}
        detailId={detailId}
        counted={counted.last?.answer}
        onDetail={(wanted) => {
          setDetail(wanted === detail ? undefined : wanted);
          if (wanted === 'tokens') setCounting(true);
        }}
      />
      <Actions shown={shown} name={document.name} page={page} />
      {detail !== undefined && (
        <div className="output-detail" id={detailId}>
          {detail === 'losses' ? <LossList {...props} /> : <TokenList {...props} counted={counted} />}
        </div>
      )}
      <CodeView
        ref={view}
        label={`Tools for ${columnTitle(column)}`}
        className={`output-code${isStale ? ' is-stale' : ''}`}
        text={output.text}
        actions={links.actions}
      />
      <LineReason links={links} view={view} />
    </section>
  );
}

export function ColumnHead({
  title,
  onClose,
}: {
  readonly title: string;
  readonly onClose?: () => void;
}): ReactElement {
  return (
    <div className="output-head">
      <h3 className="grow">{title}</h3>
      {onClose && (
        <button
          type="button"
          className="button button-plain button-icon button-small"
          aria-label={`Close ${title}`}
          title={`Close ${title}`}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

interface ActionsProps extends Pick<ColumnProps, 'page'> {
  readonly shown: ShownOutput;
  readonly name: string;
}

function Actions({ shown: { output, question }, name, page }: ActionsProps): ReactElement {
  return (
    <div className="output-actions">
      <CopyButton label={`Copy ${countOf(output.tools, 'tool')}`} text={() => output.text} />
      <button
        type="button"
        className="button button-small"
        onClick={() => downloadText(outputFileName(name, output.provider), output.text)}
      >
        <Icon name="download" />
        Download
      </button>
      <CopyAs question={question} page={page} />
    </div>
  );
}
