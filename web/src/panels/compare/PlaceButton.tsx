import type { Range } from '@atip/core';
import type { ReactElement } from 'react';
import { visibleText } from '../../state/visible-text.ts';
import type { Side, SourcesModel } from './use-sources.ts';

interface PlaceButtonProps {
  readonly side: Side;
  readonly place: string;
  readonly range: Range | undefined;
  /** Absent: the place is that of an earlier text. */
  readonly onGo: SourcesModel['goTo'] | undefined;
}

/** Leads to where a change stands in one of the two documents. */
export function PlaceButton({ side, place, range, onGo }: PlaceButtonProps): ReactElement | null {
  if (range === undefined) return null;
  return (
    <button
      type="button"
      className="button button-link compare-place"
      disabled={onGo === undefined}
      onClick={() => onGo?.(side, range)}
    >
      line {range.start.line.toLocaleString('en')}
      <span className="visually-hidden">
        , {visibleText(place)} {side}
      </span>
    </button>
  );
}
