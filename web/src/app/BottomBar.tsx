import type { ReactElement } from 'react';
import type { Side } from './Workspace.tsx';

interface BottomBarProps {
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  readonly onCompanion: () => void;
}

/** Chooses the side that is shown where there is room for one; hidden where there is room for both. */
export function BottomBar({ side, onSide, onCompanion }: BottomBarProps): ReactElement {
  return (
    <nav className="bottom-bar" aria-label="Panes">
      <button type="button" aria-pressed={side === 'document'} onClick={() => onSide('document')}>
        Document
      </button>
      <button type="button" aria-pressed={side === 'result'} onClick={() => onSide('result')}>
        Result
      </button>
      <button type="button" aria-haspopup="dialog" onClick={onCompanion}>
        Companion
      </button>
    </nav>
  );
}
