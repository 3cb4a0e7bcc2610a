import type { ReactElement } from 'react';
import { maskedSlice } from '../../analysis/filter/masked-slice.ts';
import type { MarkedText } from '../../analysis/filter/text-chunks.ts';
import { visibleText } from '../../state/visible-text.ts';

interface BoundaryFieldProps {
  readonly before: MarkedText;
  /** UTF-16 units from the start, above 0. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** Units of the text that are shown on either side. */
const AROUND = 28;

/** One boundary that is dragged, or moved by the arrow keys, through the text. */
export function BoundaryField({ before, value, onChange }: BoundaryFieldProps): ReactElement {
  const { text, marks } = before;
  const inside = marks.find(({ start, end }) => start < value && value < end);
  const part = (from: number, to: number): string => visibleText(maskedSlice(text, marks, Math.max(0, from), to));
  return (
    <div className="filter-stack">
      <input
        type="range"
        className="filter-range"
        aria-label="Boundary between the two chunks"
        aria-valuetext={`after ${value.toLocaleString('en')} characters${inside ? `, inside ${inside.label}` : ''}`}
        min={1}
        max={Math.max(1, text.length - 1)}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <p className="filter-boundary mono">
        <span className="filter-boundary-left">{part(value - AROUND, value)}</span>
        <span className="filter-cut" aria-hidden="true" />
        <span>{part(value, value + AROUND)}</span>
      </p>
      <p className="quiet">
        After {value.toLocaleString('en')} of {text.length.toLocaleString('en')} characters
        {inside ? `, inside ${inside.label}` : ', outside every secret'}.
      </p>
    </div>
  );
}
