import { type KeyboardEvent, type ReactElement, useState } from 'react';

interface FilterFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Gets the focus when its dialog opens, where there is a keyboard. */
  readonly isFirst?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A search field; Escape empties it first, and a second one closes its dialog. */
export function FilterField(props: FilterFieldProps): ReactElement {
  const { label, placeholder, value, onChange, isFirst, onKeyDown } = props;
  // On a touch screen the keyboard would cover the list.
  const [focusFirst] = useState(() => isFirst === true && matchMedia('(pointer: fine)').matches);
  return (
    <input
      type="search"
      className="field filter-field grow"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={focusFirst ? '' : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') {
          event.preventDefault();
          onChange('');
        }
        onKeyDown?.(event);
      }}
    />
  );
}
