/** Buttons, fields and choices. */
import { type ComponentProps, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { copyText } from './browser.ts';
import { Icon, type IconName } from './Icon.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'plain' | 'danger' | 'link' | undefined;
  readonly small?: boolean;
  /** Stands before the words; without words the button needs an `aria-label`. */
  readonly icon?: IconName | undefined;
}

export function Button({ look, small, icon, className, children, ...button }: ButtonProps): ReactElement {
  const isBare = children === undefined;
  const names = ['button', look && `button-${look}`, small && 'button-small', isBare && 'button-icon', className];
  return (
    <button type="button" className={names.filter(Boolean).join(' ')} {...button}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface CopyButtonProps {
  /** A verb and its object, for example `"Copy 167 tools"`. */
  readonly label: string;
  readonly text: () => string;
  readonly disabled?: boolean;
  readonly primary?: boolean;
}

const ANSWER_TIME = 2000;

export function CopyButton({ label, text, disabled, primary }: CopyButtonProps): ReactElement {
  const [answer, setAnswer] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (answer === undefined) return undefined;
    const timer = setTimeout(() => setAnswer(undefined), ANSWER_TIME);
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <Button
      small
      look={primary ? 'primary' : undefined}
      icon={answer === 'copied' ? 'check' : 'copy'}
      disabled={disabled}
      data-autofocus={primary || undefined}
      onClick={async () => setAnswer((await copyText(text())) ? 'copied' : 'refused')}
    >
      <span aria-live="polite">
        {answer === undefined ? label : answer === 'copied' ? 'Copied' : 'Copying was refused'}
      </span>
    </Button>
  );
}

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => unknown;
}

/** A button that opens the browser's choice of files; the same file can be chosen again. */
export function FileButton({ label, onFiles, ...button }: FileButtonProps): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button icon="upload" {...button} onClick={() => field.current?.click()} />
    </>
  );
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value'> {
  /** Visible label. Absent: an `aria-label`, or a label that names its id. */
  readonly label?: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

export function Select<Value extends string>(props: SelectProps<Value>): ReactElement {
  const { label, options, onChoose, ...select } = props;
  const choose = (chosen: string): void => {
    const option = options.find(({ value }) => value === chosen);
    if (option) onChoose(option.value);
  };
  const list = (
    <select className="field select" {...select} onChange={({ target }) => choose(target.value)}>
      {options.map(({ value, label: words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
  if (label === undefined) return list;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the list is its control.
    <label className="row">
      {label}
      {list}
    </label>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Name shared by the radios; unique on the page. */
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A row of native radios, so that arrow keys and screen readers need nothing from us. */
export function Choice<Value extends string>(props: ChoiceProps<Value>): ReactElement {
  const { label, name, options, value, onChoose } = props;
  return (
    <div className="segmented" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span className="steady" data-text={option.label}>
            {option.label}
          </span>
        </label>
      ))}
    </div>
  );
}

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
