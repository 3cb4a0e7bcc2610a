import type { ReactElement } from 'react';
import git from '../../samples/git.json?raw';
import next from '../../samples/git-next.json?raw';
import type { CompareSource } from './compare-source.ts';

interface EmptyCompareProps {
  readonly onExample: (before: CompareSource, after: CompareSource) => void;
  readonly onOutput: () => void;
}

const sample = (name: string, text: string): CompareSource => ({ kind: 'text', origin: 'sample', name, text });

/** What there is to compare, shown by two versions of one sample. */
export function EmptyCompare({ onExample, onOutput }: EmptyCompareProps): ReactElement {
  return (
    <div className="empty">
      <p>
        <strong>Both sides are the same document, so nothing differs.</strong>
      </p>
      <p>
        Choose another one above: a second open document, an everyday tool, or the text of your last release. It is said
        what breaks, what may do more harm, what providers make of it, and which version that asks for.
      </p>
      <div className="compare-row">
        <button
          type="button"
          className="button button-primary"
          onClick={() => onExample(sample('git.json', git), sample('git-next.json', next))}
        >
          Compare git 2.47.0 with an invented 2.47.1
        </button>
        <button type="button" className="button" onClick={onOutput}>
          Compare what two providers get of this one
        </button>
      </div>
    </div>
  );
}
