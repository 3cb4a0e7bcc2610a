import { Menu as Base } from '@base-ui/react/menu';
import type { ComponentProps, ReactElement } from 'react';
import type { MenuGroup } from './Menu.tsx';

interface MenuListProps {
  readonly label: string;
  readonly trigger: ComponentProps<'button'>;
  readonly groups: readonly MenuGroup[];
  readonly isOpenAtFirst: boolean;
}

export function MenuList({ label, trigger, groups, isOpenAtFirst }: MenuListProps): ReactElement {
  return (
    <Base.Root modal={false} defaultOpen={isOpenAtFirst}>
      <Base.Trigger {...trigger} />
      <Base.Portal>
        <Base.Positioner className="layer" sideOffset={4} align="start">
          <Base.Popup className="popup" aria-label={label}>
            {groups
              .filter(({ items }) => items.length > 0)
              .map(({ title, items }) => (
                <Base.Group key={title} className="menu-group">
                  <Base.GroupLabel className="option quiet small">{title}</Base.GroupLabel>
                  {items.map(({ label: name, detail, onChoose }) => (
                    <Base.Item key={name} className="option" onClick={onChoose}>
                      <span>{name}</span>
                      <span className="quiet">{detail}</span>
                    </Base.Item>
                  ))}
                </Base.Group>
              ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
