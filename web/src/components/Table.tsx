import type { ReactElement, ReactNode } from 'react';

interface TableProps {
  readonly caption: string;
  /** The caption is seen, and not only said. */
  readonly isTitled?: boolean;
  readonly columns: readonly ReactNode[];
  readonly className?: string;
  readonly children: ReactNode;
}

export function Table({ caption, isTitled, columns, className = '', children }: TableProps): ReactElement {
  return (
    <table className={`table ${className}`}>
      <caption className={isTitled ? undefined : 'visually-hidden'}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
            <th key={index} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
