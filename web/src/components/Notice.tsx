import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

interface NoticeProps {
  readonly icon: IconName;
  readonly part?: string;
  /** Read out at once, and red. */
  readonly isError?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A row with something that a person must know, and the possible actions. */
export function Notice({ icon, part, isError, actions, children }: NoticeProps): ReactElement {
  return (
    <div className={isError ? 'notice notice-error' : 'notice'} role={isError ? 'alert' : 'status'} data-part={part}>
      <Icon name={icon} />
      <span className="grow">{children}</span>
      {actions}
    </div>
  );
}
