import { type KeyboardEvent, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import type { MenuGroup, MenuItem } from './Menu.tsx';
import { nextItem } from './next-item.ts';

interface MenuListProps {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  /** Where the focus begins. */
  readonly start: 'first' | 'last';
  /** Gets whether the focus is to go back to the button. */
  readonly onClose: (toTrigger: boolean) => void;
}

/** Px that stay free between the list and the edge of the window. */
const EDGE = 8;

/** The open menu. It lies below its button, and turns to where there is room. */
export function MenuList({ label, groups, start, onClose }: MenuListProps): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<string>();
  const typed = useRef({ text: '', at: 0 });
  useLayoutEffect(() => {
    if (list.current === null) return;
    const { right, bottom } = list.current.getBoundingClientRect();
    const sides = [right > innerWidth - EDGE && 'end', bottom > innerHeight - EDGE && 'up'].filter(Boolean);
    setPlace(sides.length > 0 ? sides.join(' ') : undefined);
    itemsOf(list.current)
      .at(start === 'first' ? 0 : -1)
      ?.focus({ preventScroll: true });
  }, [start]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // Tab goes on from the button, as if the menu had never been there.
    if (event.key === 'Tab') onClose(true);
    if (event.key === 'Escape') {
      // Not also the dialog that the menu may stand in.
      event.preventDefault();
      event.stopPropagation();
      onClose(true);
    }
    const items = itemsOf(event.currentTarget);
    const index = items.findIndex((item) => item.matches(':focus'));
    const names = items.map((item) => item.textContent);
    const target = nextItem(event, index, names, typed.current);
    if (target === undefined) return;
    event.preventDefault();
    items[target]?.focus();
  };
  return (
    <div
      ref={list}
      className="menu-list"
      data-place={place}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {groups.map((group) => (
        <fieldset key={group.title} aria-label={group.title}>
          <div className="menu-title" aria-hidden="true">
            {group.title}
          </div>
          {group.items.map((item) => (
            <Item key={item.label} item={item} onClose={() => onClose(true)} />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function Item({ item, onClose }: { readonly item: MenuItem; readonly onClose: () => void }): ReactElement {
  const isRadio = item.checked !== undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is given to the one of the two roles that has it.
    <button
      type="button"
      role={isRadio ? 'menuitemradio' : 'menuitem'}
      aria-checked={item.checked}
      tabIndex={-1}
      className="menu-item"
      onClick={() => {
        onClose();
        item.onChoose();
      }}
    >
      <span className="menu-label">
        {isRadio && <span className="menu-check">{item.checked && <Icon name="check" />}</span>}
        {item.label}
      </span>
      {item.detail !== undefined && <span className="quiet">{item.detail}</span>}
    </button>
  );
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role=menuitem], [role=menuitemradio]')];
}
