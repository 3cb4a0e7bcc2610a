import { type ReactElement, useMemo, useState } from 'react';
import { useMedia } from '../../components/use-media.ts';
import type { Subject } from '../../analysis/subject.ts';
import type { Result } from '../../state/compilation.ts';
import {
  besides,
  columnKey,
  columnTitle,
  type OutputColumn,
  tidySettings,
  withColumn,
} from '../../state/output-columns.ts';
import type { PanelProps } from '../panel.ts';
import { BesideColumn } from './BesideColumn.tsx';
import { Column } from './Column.tsx';
import type { ColumnProps } from './column.ts';
import type { Highlighter } from './highlighter.ts';
import { OutputBar } from './OutputBar.tsx';
import { useColumns } from './use-columns.ts';
import { useQuiet } from './use-quiet.ts';

/** Ms without a new output after which the questions about it are asked, and units for which it is one more: typing goes first. */
const QUIET = 150;
const UNITS = 2000;

const NARROW = '(max-width: 899px)';

interface ColumnsProps extends PanelProps {
  readonly result: Result;
  readonly highlighter: Highlighter;
}

/** The header's output first, and others beside it; one at a time where there is no room. */
export function Columns(props: ColumnsProps): ReactElement {
  const { result, document, dispatch, page } = props;
  const [stored, setStored] = useColumns(page.local);
  const first = useFirst(result);
  const others = useMemo(() => besides(stored, first), [stored, first]);
  const isNarrow = useMedia(NARROW);
  const [only, setOnly] = useState<string>();
  const all = [first, ...others] as const;
  const shownAlone = isNarrow ? (all.find((column) => columnKey(column) === only) ?? first) : undefined;
  const { text, filter } = result.source;
  const subject = useQuiet(
    useMemo((): Subject => ({ text, ...(filter && { filter }) }), [text, filter]),
    QUIET + text.length / UNITS,
  );
  return (
    <>
      <OutputBar
        output={result.output}
        revision={result.revision}
        isFiltered={document.filter !== undefined}
        columns={all}
        only={shownAlone}
        onOnly={(column) => setOnly(columnKey(column))}
        onColumns={setStored}
        onShowAll={() => dispatch({ type: 'set-filter', label: 'All commands are shown again' })}
      />
      <div className="output-columns" data-count={shownAlone ? 1 : all.length}>
        {(shownAlone ? [shownAlone] : all).map((column) => (
          <OneColumn
            {...props}
            key={`${document.id} ${column === first ? 'first' : columnKey(column)}`}
            column={column}
            isFirst={column === first}
            isAlone={all.length === 1}
            subject={subject}
            onColumn={(settings) => setStored(withColumn(stored, { ...column, settings }))}
            onClose={() => setStored(stored.filter((other) => columnKey(other) !== columnKey(column)))}
          />
        ))}
      </div>
    </>
  );
}

/** The header's choice as a column; the same object while it stays. */
function useFirst({ output: { provider, strict } }: Result): OutputColumn {
  return useMemo(() => ({ provider, settings: tidySettings(provider, { strict }) }), [provider, strict]);
}

interface OneColumnProps extends ColumnsProps, Pick<ColumnProps, 'column' | 'onColumn'> {
  readonly isFirst: boolean;
  readonly isAlone: boolean;
  readonly subject: Subject;
  readonly onClose: () => void;
}

function OneColumn(props: OneColumnProps): ReactElement {
  const { column, isFirst, isAlone, subject, result, compilation } = props;
  const { provider, settings } = column;
  const question = useMemo(() => ({ ...subject, provider, settings }), [subject, provider, settings]);
  const { text, filter } = result.source;
  const shown = useMemo(
    () => ({ question: { text, ...(filter && { filter }), provider, settings }, output: result.output }),
    [text, filter, provider, settings, result.output],
  );
  const { onClose, ...rest } = props;
  const given: ColumnProps = {
    ...rest,
    question,
    isStale: compilation.stale,
    ...(!isAlone && { title: columnTitle(column) }),
  };
  return isFirst ? <Column {...given} shown={shown} /> : <BesideColumn {...given} onClose={onClose} />;
}
