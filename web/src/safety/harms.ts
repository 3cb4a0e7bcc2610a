import type { Risk } from '../document/risks.ts';
import type { PolicyKey } from './policy-edit.ts';

interface Harm {
  readonly risk: Risk;
  /** Completes "a command that …". */
  readonly words: string;
  /** The setting that lets such commands run. Absent: policies do not ask about it. */
  readonly key?: PolicyKey;
}

/** Gravest first. */
export const HARMS: readonly Harm[] = [
  { risk: 'destroys', words: 'destroys data', key: 'allowDestructive' },
  { risk: 'no-undo', words: 'cannot be undone', key: 'allowNonReversible' },
  { risk: 'root', words: 'acts as administrator', key: 'levels/privilege' },
  { risk: 'ends', words: 'ends processes', key: 'levels/endsProcesses' },
  { risk: 'runs', words: 'runs what the call names', key: 'levels/runsCall' },
  { risk: 'sends', words: 'sends what the call names', key: 'levels/sends' },
  { risk: 'reveals', words: 'prints credentials', key: 'levels/reveals' },
  { risk: 'costs', words: 'can cost money', key: 'allowBillable' },
  { risk: 'deletes', words: 'deletes files', key: 'allowFilesystemDelete' },
  { risk: 'writes', words: 'writes files', key: 'allowFilesystemWrite' },
  { risk: 'network', words: 'uses the network', key: 'allowNetwork' },
  { risk: 'asks', words: 'waits for a person', key: 'allowInteractive' },
  { risk: 'not-twice', words: 'does more when run twice' },
];

/** The harm that a setting is about, after "a command that": also of the settings that lie across all harms. */
export function harmWords(key: string | undefined): string | undefined {
  if (key === 'requireReadOnly') return 'changes something';
  if (key === 'levels/notReversible') return 'says it cannot be undone';
  if (key === 'levels/writesOutside') return 'writes elsewhere';
  if (key === 'maxCostEstimate') return 'costs more than the limit';
  return HARMS.find((harm) => harm.key === key)?.words;
}
