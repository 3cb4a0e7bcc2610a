import { useEffect, useMemo, useState } from 'react';
import type { FilterSettings } from '../../analysis/filter/filter-settings.ts';
import type { SafeStorage } from '../../state/safe-storage.ts';
import { DEFAULT_CHOICE, type FilterChoice, readFilterChoice } from './read-filter-choice.ts';

const KEY = 'atip.filter.v1';

export interface FilterSettingsModel {
  /** The same object while nothing changes. */
  readonly settings: FilterSettings;
  readonly choice: FilterChoice;
  readonly setChoice: (choice: FilterChoice) => void;
  /** Exact values as they are typed, one a line; kept nowhere. */
  readonly known: string;
  readonly setKnown: (known: string) => void;
}

/** The filter's settings, of which the harmless ones are kept between visits, in this browser and in no link. */
export function useFilterSettings(local: SafeStorage): FilterSettingsModel {
  const [choice, setChoice] = useState(() => readFilterChoice(local.getItem(KEY)));
  const [known, setKnown] = useState('');
  useEffect(() => {
    const stored = JSON.stringify(choice);
    if (stored === JSON.stringify(DEFAULT_CHOICE)) local.removeItem(KEY);
    else local.setItem(KEY, stored);
  }, [local, choice]);
  const settings = useMemo(
    () => ({ ...choice, knownSecrets: known.split('\n').filter((line) => line.trim() !== '') }),
    [choice, known],
  );
  return { settings, choice, setChoice, known, setKnown };
}
