import { type ComponentType, type ReactElement, Suspense } from 'react';
import { aboutOf } from '../document/compilation.ts';
import { type PanelProps, usePage } from '../page/page-context.ts';
import { PanelBoundary } from '../parts/content.tsx';
import { AboutContext } from '../worker/use-answer.ts';

interface LoadedProps extends PanelProps {
  readonly label: string;
  readonly panel: ComponentType<PanelProps>;
}

/** A panel in a file of its own: a word while it loads, and a boundary around its failures. */
export function Loaded({ label, panel: Panel, active }: LoadedProps): ReactElement {
  const { compilation } = usePage();
  return (
    <PanelBoundary name={label}>
      <Suspense fallback={<p className="pane-note quiet">Opening {label} …</p>}>
        <AboutContext value={aboutOf(compilation)}>
          <Panel active={active} />
        </AboutContext>
      </Suspense>
    </PanelBoundary>
  );
}
