import '../styles/meter.css';
import type { ReactElement } from 'react';

interface MeterProps {
  /** What is measured, for example `"Tools"`. */
  readonly label: string;
  readonly value: number;
  /** What `value` should not go over; above 0. */
  readonly limit: number;
  /** Said beside the bar and to screen readers, for example `"167 of 128"`. */
  readonly words: string;
}

/** How much of a limit is used: a bar and its words. Over the limit the bar turns, and shows by a notch where it was. */
export function Meter({ label, value, limit, words }: MeterProps): ReactElement {
  const isOver = value > limit;
  const whole = Math.max(value, limit);
  return (
    <div className="meter" data-over={isOver || undefined}>
      <span className="meter-label">{label}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn the same in every browser. */}
      <span
        className="meter-bar"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={whole}
        aria-valuenow={value}
        aria-valuetext={words}
      >
        <span className="meter-fill" style={{ width: `${(100 * value) / whole}%` }} />
        {isOver && <span className="meter-notch" style={{ left: `${(100 * limit) / whole}%` }} />}
      </span>
      <span className="meter-words" aria-hidden="true">
        {words}
      </span>
    </div>
  );
}
