import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import { MenuList } from './MenuList.tsx';

export interface MenuItem {
  readonly label: string;
  readonly detail?: string;
  /** One of several that exclude each other, and whether it is the one. */
  readonly checked?: boolean;
  readonly onChoose: () => void;
}

export interface MenuGroup {
  readonly title: string;
  readonly items: readonly MenuItem[];
}

interface MenuProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly button: ReactNode;
  readonly groups: readonly MenuGroup[];
  /** Without the arrow, for a button that shows an icon alone. */
  readonly plain?: boolean;
}

/** A menu button after the ARIA pattern: arrows, Home, End and letters move; Escape, Tab and leaving close. */
export function Menu({ label, button, groups, plain }: MenuProps): ReactElement {
  const [open, setOpen] = useState<'first' | 'last'>();
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus left the menu as a whole.
    <div
      className="menu"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(undefined);
      }}
    >
      <button
        ref={trigger}
        type="button"
        className={`button button-plain ${plain ? 'button-icon' : 'menu-trigger'}`}
        aria-label={label}
        title={plain ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        // Safari gives a clicked button no focus, and the menu would not notice that it was left.
        onClick={(event) => {
          event.currentTarget.focus();
          setOpen(open === undefined ? 'first' : undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {button}
        {!plain && <Icon name="chevron" />}
      </button>
      {open !== undefined && (
        <MenuList
          label={label}
          groups={groups}
          start={open}
          onClose={(toTrigger) => {
            if (toTrigger) trigger.current?.focus();
            setOpen(undefined);
          }}
        />
      )}
    </div>
  );
}
