/** Buttons and fields. */
import { type ComponentProps, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { copyText } from './browser.ts';
import { Icon, type IconName } from './Icon.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'plain' | 'soft' | 'danger' | 'link' | undefined;
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
  readonly primary?: boolean | undefined;
}

const ANSWER_TIME = 2000;

export function CopyButton({ label, text, primary }: CopyButtonProps): ReactElement {
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
  readonly onFiles: (files: readonly File[]) => unknown;
}

/** A button that opens the browser's choice of files; the same file can be chosen again. */
export function FileButton({ onFiles, ...button }: FileButtonProps): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
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

interface FilterFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A search field; Escape empties it first, and a second one closes its dialog. */
export function FilterField({ label, placeholder, value, onChange, onKeyDown }: FilterFieldProps): ReactElement {
  return (
    <input
      type="search"
      className="field grow"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      // On a touch screen the keyboard would cover the list.
      data-autofocus={matchMedia('(pointer: fine)').matches || undefined}
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
