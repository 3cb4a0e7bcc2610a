import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';
import { sizeOf } from '../text/words.ts';
import { Button } from './controls.tsx';

interface PasteFieldProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  readonly label: string;
  /** Read out when it changes: what was recognised. */
  readonly note?: ReactNode;
  readonly text: string;
  readonly onText: (text: string, label?: string) => void;
}

/** UTF-16 units that the field shows; the browser would lay out a longer text for seconds. */
const MAX_PASTED = 100_000;

/** A field to paste into. A long text is shown by its size alone. */
export function PasteField({ label, note, text, onText, ...field }: PasteFieldProps): ReactElement {
  const id = useId();
  return (
    <div className="stack">
      <div className="row">
        <label className="subheading" htmlFor={id}>
          {label}
        </label>
        <span role="status" className="quiet grow">
          {note}
        </span>
        {text !== '' && (
          <Button small onClick={() => onText('', `Cleared: ${label}`)}>
            Clear
          </Button>
        )}
      </div>
      {text.length > MAX_PASTED ? (
        <p className="boxed">A text of {sizeOf(text.length)}, too long to be shown here. It is read whole.</p>
      ) : (
        <textarea
          id={id}
          className="field mono"
          spellCheck={false}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (pasted.length <= MAX_PASTED) return;
            event.preventDefault();
            onText(pasted);
          }}
          {...field}
        />
      )}
    </div>
  );
}
