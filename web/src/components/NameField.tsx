import { type ReactElement, useRef } from 'react';

interface NameFieldProps {
  readonly label: string;
  readonly name: string;
  /** Called once; `undefined` when the person gave up. */
  readonly onFinish: (name: string | undefined) => void;
}

/** A name edited in place: Enter and leaving the field save it, Escape does not. */
export function NameField({ label, name, onFinish }: NameFieldProps): ReactElement {
  const isDone = useRef(false);
  const finish = (value: string | undefined): void => {
    // Taking the focused field away blurs it in some browsers.
    if (isDone.current) return;
    isDone.current = true;
    onFinish(value);
  };
  return (
    <input
      ref={selectStem}
      className="field name-field"
      aria-label={label}
      defaultValue={name}
      autoComplete="off"
      spellCheck={false}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        finish(event.key === 'Enter' ? event.currentTarget.value : undefined);
      }}
    />
  );
}

/** The person just asked for this field, and rarely wants another file ending. */
function selectStem(field: HTMLInputElement | null): void {
  if (field === null) return;
  const dot = field.value.lastIndexOf('.');
  field.focus();
  field.setSelectionRange(0, dot > 0 ? dot : field.value.length);
}
