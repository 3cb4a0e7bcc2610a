import type { ReactElement } from 'react';

/** A text to be taken along whole: it is selected as soon as it is entered. */
export function ReadField({ label, value }: { readonly label: string; readonly value: string }): ReactElement {
  return (
    <input
      className="field mono grow"
      aria-label={label}
      readOnly
      value={value}
      onFocus={(event) => event.target.select()}
    />
  );
}
