import { type ComponentProps, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { Icon } from './Icon.tsx';

export interface MenuItem {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly onChoose: () => void;
}

/** A group without items is left out. */
export interface MenuGroup {
  readonly title: string;
  readonly items: readonly MenuItem[];
}

interface MenuProps {
  readonly label: string;
  /** Absent: the arrow alone. */
  readonly button?: ReactNode;
  readonly groups: readonly MenuGroup[];
  readonly look?: 'plain' | 'soft' | 'primary';
}

const MenuList = lazy(async () => ({ default: (await import('./MenuList.tsx')).MenuList }));

/** A button that opens a list of actions in named groups. The list loads behind the button; a press before that counts. */
export function Menu({ label, button, groups, look = 'plain' }: MenuProps): ReactElement {
  const [isWanted, setWanted] = useState(false);
  const trigger: ComponentProps<'button'> = {
    className: `button button-${look} ${button === undefined ? 'button-icon' : ''}`,
    'aria-label': label,
    children: (
      <>
        {button}
        <Icon name="chevron" />
      </>
    ),
  };
  return (
    <Suspense
      fallback={
        <button type="button" aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} {...trigger} />
      }
    >
      <MenuList label={label} trigger={trigger} groups={groups} isOpenAtFirst={isWanted} />
    </Suspense>
  );
}
