import type { ComponentProps, ReactElement } from 'react';
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
