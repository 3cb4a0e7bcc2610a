import { type KeyboardEvent, type ReactElement, type ReactNode, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';

export interface MenuItem {
  readonly label: string;
  readonly detail?: string;
  readonly onChoose: () => void;
}

interface MenuProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly button: ReactNode;
  readonly groups: readonly { readonly title: string; readonly items: readonly MenuItem[] }[];
}

/** A menu button after the ARIA pattern: arrows move, Escape and leaving close. */
export function Menu({ label, button, groups }: MenuProps): ReactElement {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    trigger.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus left the menu as a whole.
    <div
      className="menu"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={trigger}
        type="button"
        className="button button-plain menu-trigger"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {button}
        <Icon name="chevron" />
      </button>
      {open && (
        <div
          className="menu-list"
          role="menu"
          tabIndex={-1}
          aria-label={label}
          ref={focusFirst}
          onKeyDown={moveWith(close)}
        >
          {groups.map((group) => (
            <fieldset key={group.title} aria-label={group.title}>
              <div className="menu-title" aria-hidden="true">
                {group.title}
              </div>
              {group.items.map((item) => (
                <Item key={item.label} item={item} onClose={close} />
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </div>
  );
}

function Item({ item, onClose }: { readonly item: MenuItem; readonly onClose: () => void }): ReactElement {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      onClick={() => {
        onClose();
        item.onChoose();
      }}
    >
      <span>{item.label}</span>
      {item.detail !== undefined && <span className="quiet">{item.detail}</span>}
    </button>
  );
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];
}

function focusFirst(list: HTMLElement | null): void {
  if (list !== null) itemsOf(list)[0]?.focus();
}

function moveWith(close: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.key === 'Escape') close();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = itemsOf(event.currentTarget);
    const index = all.findIndex((item) => item.contains(document.activeElement));
    all[(index + step + all.length) % all.length]?.focus();
  };
}
