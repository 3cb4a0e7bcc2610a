import type { ReactElement } from 'react';
import { visibleText } from '../../state/visible-text.ts';

/** A command line element by element, each on its own line, nothing in it unseen. */
export function Argv({ argv }: { readonly argv: readonly string[] }): ReactElement {
  return (
    <ol className="argv mono" start={0} aria-label="Command line">
      {argv.map((element, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same element may come twice; its place is what it is.
        <li key={index}>
          <code>{element === '' ? <span className="quiet">(empty)</span> : visibleText(element)}</code>
        </li>
      ))}
    </ol>
  );
}
