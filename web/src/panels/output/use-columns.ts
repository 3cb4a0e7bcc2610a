import { useEffect, useState } from 'react';
import { type OutputColumn, readColumns } from '../../state/output-columns.ts';
import type { SafeStorage } from '../../state/safe-storage.ts';

const KEY = 'atip.output-columns.v1';

/** The columns beside the first one, kept between visits. */
export function useColumns(
  local: SafeStorage,
): readonly [readonly OutputColumn[], (columns: readonly OutputColumn[]) => void] {
  const [columns, setColumns] = useState(() => readColumns(local.getItem(KEY)));
  useEffect(() => {
    if (columns.length > 0) local.setItem(KEY, JSON.stringify(columns));
    else local.removeItem(KEY);
  }, [local, columns]);
  return [columns, setColumns];
}
