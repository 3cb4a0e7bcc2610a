import { type KeyboardEvent, type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';

interface MenuGroup {
  readonly title: string;
  readonly items: readonly {
    readonly label: string;
    readonly detail?: string | undefined;
    readonly onChoose: () => void;
  }[];
}

interface MenuProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly groups: readonly MenuGroup[];
  readonly look?: 'plain' | 'soft' | 'primary';
}

/** A menu button after the ARIA pattern: arrows, Home and End move; Escape, Tab and leaving close. */
export function Menu({ label, button, groups, look = 'plain' }: MenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    trigger.current?.focus();
    setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus left it.
    <div
      className="menu"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={trigger}
        type="button"
        className={`button button-${look}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={({ currentTarget }) => {
          // Safari does not focus a clicked button, so we would miss that the focus left it.
          currentTarget.focus();
          setOpen(!isOpen);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {button}
        <Icon name="chevron" />
      </button>
      {isOpen && <MenuList label={label} groups={groups} onClose={close} />}
    </div>
  );
}

/** Px that stay free between the list and the edge of the window. */
const EDGE = 8;

/** The open menu. It opens below its button, or above if there is more room. */
function MenuList({ label, groups, onClose }: Pick<MenuProps, 'label' | 'groups'> & { onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState('');
  useLayoutEffect(() => {
    if (list.current === null) return;
    const { right, bottom } = list.current.getBoundingClientRect();
    setPlace(`${right > innerWidth - EDGE ? 'end' : ''} ${bottom > innerHeight - EDGE ? 'up' : ''}`);
    list.current.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key } = event;
    // Tab goes on from the button, as if the menu had never been there.
    if (key === 'Tab' || key === 'Escape') onClose();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const index = items.findIndex((item) => item.matches(':focus'));
    const step = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[key];
    if (key !== 'Escape' && step === undefined) return;
    event.preventDefault();
    // Escape must not also close a dialog around the menu.
    event.stopPropagation();
    if (step !== undefined) (items.at(step) ?? items[0])?.focus();
  };
  return (
    <div
      ref={list}
      className="menu-list popup"
      data-place={place}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {groups.map((group) => (
        <fieldset key={group.title} aria-label={group.title}>
          <div className="option quiet small" aria-hidden="true">
            {group.title}
          </div>
          {group.items.map(({ label: name, detail, onChoose }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              className="menu-item bare option"
              onClick={() => {
                onClose();
                onChoose();
              }}
            >
              <span>{name}</span>
              {detail !== undefined && <span className="quiet">{detail}</span>}
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
