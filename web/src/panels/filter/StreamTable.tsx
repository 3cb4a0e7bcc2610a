import type { ReactElement } from 'react';
import type { StreamAnswer, StreamRow } from '../../analysis/filter/answer-filter-stream.ts';
import { maskedSlice } from '../../analysis/filter/masked-slice.ts';
import type { MarkedText } from '../../analysis/filter/text-chunks.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../state/health.ts';
import { visibleText } from '../../state/visible-text.ts';

interface StreamTableProps {
  readonly answer: StreamAnswer;
  /** Absent: the text is another by now. */
  readonly before: MarkedText | undefined;
}

/** Units of what came in that are shown. */
const SHOWN = 90;

/** When something left: the chunks that came before it, and what it was. Secrets stay hidden here. */
export function StreamTable({ answer, before }: StreamTableProps): ReactElement {
  const { rows, releases } = answer;
  return (
    <ScrollRegion label="What left when" className="filter-stream">
      <table className="filter-table">
        <caption className="visually-hidden">
          Chunks that came in, and what left the filter with the last of them
        </caption>
        <thead>
          <tr>
            <th scope="col">Chunks</th>
            <th scope="col">Came in</th>
            <th scope="col">Left</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.start}>
              <th scope="row">{chunksOf(row)}</th>
              <td className="mono">{before && cameIn(before, row)}</td>
              <td className="mono">
                {visibleText(row.out)}
                {row.outLength > row.out.length && (
                  <span className="quiet"> … {countOf(row.outLength - row.out.length, 'character')} more</span>
                )}
                {row.outLength === 0 && <span className="quiet">nothing more</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {releases > rows.length && (
        <p className="quiet">
          {(releases - rows.length).toLocaleString('en')} more times something left; the check covers them all.
        </p>
      )}
    </ScrollRegion>
  );
}

function chunksOf({ firstChunk, lastChunk, atEnd }: StreamRow): string {
  if (firstChunk > lastChunk) return 'end';
  const numbers = firstChunk === lastChunk ? `${firstChunk}` : `${firstChunk}–${lastChunk}`;
  return atEnd ? `${numbers}, end` : numbers;
}

function cameIn({ text, marks }: MarkedText, { start, end }: StreamRow): string {
  const shown = visibleText(maskedSlice(text, marks, start, Math.min(end, start + SHOWN)));
  return end - start > SHOWN ? `${shown} …` : shown;
}
