/** Controls that choose a value. In a file of their own, because the page starts without them. */
import { Select as Base } from '@base-ui/react/select';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { type ReactElement, type ReactNode, useId } from 'react';
import { Hint } from './Hint.tsx';
import { Icon } from './Icon.tsx';

interface SelectProps<Value extends string> {
  /** Absent: a label names its id. */
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly id?: string;
  readonly className?: string;
  /** Explains it on hover and focus. */
  readonly hint?: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A list of values to choose one from. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactElement {
  const { hint, options, value, onChoose, className = '', ...trigger } = props;
  return (
    <Base.Root
      items={options}
      value={value}
      modal={false}
      onValueChange={(chosen) => chosen !== null && onChoose(chosen)}
    >
      <Hint text={hint}>
        <Base.Trigger className={`button select ${className}`} {...trigger}>
          <Base.Value className="clip" />
          <Icon name="chevron" />
        </Base.Trigger>
      </Hint>
      <Base.Portal>
        <Base.Positioner className="layer" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="popup">
            {options.map((option) => (
              <Base.Item key={option.value} value={option.value} className="option">
                <Base.ItemText>{option.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Icon name="check" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface SwitchProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Explains it on hover and focus; the label says enough without it. */
  readonly hint?: string;
}

/** A setting that takes effect at once. */
export function Switch({ label, checked, onChange, hint }: SwitchProps): ReactElement {
  return (
    <Hint text={hint}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is its control. */}
      <label className="check">
        <BaseSwitch.Root className="switch" aria-description={hint} checked={checked} onCheckedChange={onChange}>
          <BaseSwitch.Thumb className="switch-thumb" />
        </BaseSwitch.Root>
        {label}
      </label>
    </Hint>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly disabled?: boolean }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A row of native radios, so that arrow keys and screen readers need nothing from us. */
export function Choice<Value extends string>({ label, options, value, onChoose }: ChoiceProps<Value>): ReactElement {
  const name = useId();
  return (
    <div className="joined" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="button">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChoose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
