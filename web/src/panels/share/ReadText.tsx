import type { ReactElement } from 'react';

/** A text to be taken along whole: it is selected as soon as it is entered. */
export function ReadText({ label, text }: { readonly label: string; readonly text: string }): ReactElement {
  return (
    <textarea
      className="field mono share-text"
      aria-label={label}
      readOnly
      value={text}
      rows={4}
      onFocus={(event) => event.target.select()}
    />
  );
}
