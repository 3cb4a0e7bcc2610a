import type { ReactElement } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { type ImportItem, itemName, withoutItem } from '../../state/import-items.ts';
import { IMPORT_LIST } from '../../state/import-list.ts';
import { visibleText } from '../../state/visible-text.ts';

interface ImportItemsProps {
  readonly items: readonly ImportItem[];
  /** Id of the item that is shown. */
  readonly shown: number | undefined;
  readonly onChoose: (id: number) => void;
}

/** Several texts, one of which is shown. */
export function ImportItems({ items, shown, onChoose }: ImportItemsProps): ReactElement {
  return (
    <ul className="import-items" aria-label="Import list">
      {items.map((item) => {
        const name = visibleText(itemName(item));
        return (
          <li key={item.id}>
            <button
              type="button"
              className="button button-small"
              aria-pressed={item.id === shown}
              onClick={() => onChoose(item.id)}
            >
              {name}
            </button>
            <button
              type="button"
              className="button button-plain button-icon button-small"
              aria-label={`Leave out ${name}`}
              onClick={() => IMPORT_LIST.set(withoutItem(items, item.id))}
            >
              <Icon name="close" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
