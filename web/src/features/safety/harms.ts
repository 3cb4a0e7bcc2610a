import type { Risk } from '../../document/risks.ts';
import type { PolicyKey } from './policy-edit.ts';

interface Harm {
  readonly risk: Risk;
  /** Completes "a command that …". */
  readonly words: string;
  /** Where a document states it. */
  readonly field: string;
  /** The setting that lets such commands run. Absent: policies do not ask about it. */
  readonly key?: PolicyKey;
}

/** Gravest first. */
export const HARMS: readonly Harm[] = [
  { risk: 'destroys', words: 'destroys data', field: 'destructive', key: 'allowDestructive' },
  { risk: 'no-undo', words: 'cannot be undone', field: 'reversible', key: 'allowNonReversible' },
  { risk: 'root', words: 'acts as administrator', field: 'x-privilege', key: 'levels/privilege' },
  { risk: 'runs', words: 'runs what the call names', field: 'x-runs', key: 'levels/runsCall' },
  { risk: 'sends', words: 'sends what the call names', field: 'x-sends', key: 'levels/sends' },
  { risk: 'reveals', words: 'prints credentials', field: 'x-reveals', key: 'levels/reveals' },
  { risk: 'costs', words: 'can cost money', field: 'cost.billable', key: 'allowBillable' },
  { risk: 'deletes', words: 'deletes files', field: 'filesystem.delete', key: 'allowFilesystemDelete' },
  { risk: 'writes', words: 'writes files', field: 'filesystem.write', key: 'allowFilesystemWrite' },
  { risk: 'network', words: 'uses the network', field: 'network', key: 'allowNetwork' },
  { risk: 'asks', words: 'waits for a person', field: 'interactive', key: 'allowInteractive' },
  { risk: 'not-twice', words: 'does more when run twice', field: 'idempotent' },
];

/** The harm that a setting is about, after "a command that": also of the settings that lie across all harms. */
export function harmWords(key: string | undefined): string | undefined {
  if (key === 'requireReadOnly') return 'changes something';
  if (key === 'levels/notReversible') return 'says it cannot be undone';
  if (key === 'levels/writesOutside') return 'writes elsewhere';
  if (key === 'maxCostEstimate') return 'costs more than the limit';
  return HARMS.find((harm) => harm.key === key)?.words;
}
