import type { ReactElement } from 'react';
import { columnTitle } from '../../state/output-columns.ts';
import { useAnswer } from '../use-answer.ts';
import { Column, ColumnHead } from './Column.tsx';
import type { ColumnProps } from './column.ts';

/** A column beside the first one: another provider, or another variant. */
export function BesideColumn(props: ColumnProps): ReactElement {
  const { question, column, active, onClose } = props;
  const { last, failure } = useAnswer('output-column', active ? question : undefined);
  const answer = last?.answer;
  if (last !== undefined && answer?.ok && failure === undefined)
    return <Column {...props} shown={{ question: last.question, output: answer.output }} />;
  return (
    <section className="output-column" aria-label={columnTitle(column)}>
      <ColumnHead title={columnTitle(column)} {...(onClose && { onClose })} />
      <p className="output-note quiet">{failure ?? (answer?.ok === false ? answer.message : 'Compiling …')}</p>
    </section>
  );
}
