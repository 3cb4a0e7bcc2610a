import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useMedia } from '../../components/use-media.ts';
import { PanelBoundary } from '../../components/PanelBoundary.tsx';
import { LineDiff } from './LineDiff.tsx';

const DiffEditor = lazy(async () => ({ default: (await import('../../editor/DiffEditor.tsx')).DiffEditor }));

/** Where Monaco works: it does not support touch, and needs room. */
const ROOMY = '(min-width: 900px) and (not (pointer: coarse))';

interface TextDiffProps {
  readonly active: boolean;
  readonly before: string;
  readonly after: string;
  readonly names: readonly [before: string, after: string];
}

/** Two texts line by line: in an editor where there is one, else, or when it is wanted, as one list to read. */
export function TextDiff({ active, before, after, names }: TextDiffProps): ReactElement {
  const roomy = useMedia(ROOMY);
  const [asList, setAsList] = useState(false);
  return (
    <div className="compare-text">
      <div className="compare-row">
        <p className="quiet grow">
          <span className="mono">{names[0]}</span> → <span className="mono">{names[1]}</span>
        </p>
        {roomy && (
          <label className="switch">
            <input
              type="checkbox"
              role="switch"
              checked={asList}
              aria-checked={asList}
              onChange={() => setAsList(!asList)}
            />
            As one list
          </label>
        )}
      </div>
      {roomy && !asList ? (
        <PanelBoundary name="The editor">
          <Suspense fallback={<p className="quiet">Opening the editor…</p>}>
            <DiffEditor before={before} after={after} />
          </Suspense>
        </PanelBoundary>
      ) : (
        <LineDiff active={active} before={before} after={after} />
      )}
    </div>
  );
}
