import type { Dispatch } from 'react';
import type { PageActions } from '../panels/panel.ts';
import type { Sample } from '../samples/index.ts';
import type { Compilation } from '../state/compilation.ts';
import type { PlaygroundAction } from '../state/playground.ts';
import type { Theme } from '../state/theme.ts';
import type { WorkingCopy } from '../state/working-copy.ts';

/** What of the page the palette's commands look at and change. */
export interface PaletteProps {
  readonly copy: WorkingCopy;
  readonly compilation: Compilation;
  readonly documents: {
    readonly openNew: () => void;
    readonly openSample: (sample: Omit<Sample, 'detail'>) => void;
  };
  /** What could be undone. */
  readonly undo: string | undefined;
  readonly dispatch: Dispatch<PlaygroundAction>;
  readonly page: PageActions;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onShareLink: () => void;
  /** Shows the tour of the first visit again. */
  readonly onTour: () => void;
  readonly onClose: () => void;
}
