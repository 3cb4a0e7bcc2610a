import type { ReactElement } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { lengthMarks } from '../../state/share-link.ts';

/** How long a link is, and where it can be pasted. */
export function LinkLength({ length }: { readonly length: number }): ReactElement {
  return (
    <div className="dialog-row">
      <span data-length={length}>{length.toLocaleString('en')} characters</span>
      {lengthMarks(length).map(({ place, limit, fits }) => (
        <span key={place} className={fits ? 'fits' : 'fits-not'}>
          <Icon name={fits ? 'check' : 'close'} />
          {fits ? 'fits in' : 'too long for'} {place} ({limit.toLocaleString('en')})
        </span>
      ))}
    </div>
  );
}
