import type { TrustSource } from '@atip/core';
import type { ReactElement } from 'react';
import { COLUMN_KEYS, type ColumnKey } from '../../analysis/safety/policy-columns.ts';
import { columnLabel } from './decision-words.ts';

interface PolicySelectProps {
  readonly label: string;
  readonly value: ColumnKey;
  readonly trust: TrustSource;
  /** Absent: all. */
  readonly keys?: readonly ColumnKey[];
  readonly onChoose: (key: ColumnKey) => void;
}

/** One of the policies. */
export function PolicySelect({ label, value, trust, keys = COLUMN_KEYS, onChoose }: PolicySelectProps): ReactElement {
  return (
    <label className="safety-choose">
      {label}
      <select
        className="field safety-select"
        value={value}
        onChange={(event) => {
          const key = keys.find((one) => one === event.target.value);
          if (key !== undefined) onChoose(key);
        }}
      >
        {keys.map((key) => (
          <option key={key} value={key}>
            {columnLabel(key, trust)}
          </option>
        ))}
      </select>
    </label>
  );
}
