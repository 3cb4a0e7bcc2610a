import type { AtipParamType } from '../../types/parameter.ts';
import { listOf, scalarOf } from '../shared/fields.ts';
import type { CarapaceCode } from './carapace-losses.ts';

/** What the values of a flag or a positional can be. */
export interface CompletionFacts {
  readonly type: AtipParamType;
  readonly enum?: string[];
}

/**
 * Reads a list of values, each with what it means after a tab, or of macros such as `$files`.
 *
 * The values are all there is only when no macro adds to them.
 */
export function readCompletion(list: unknown, lose: (code: CarapaceCode) => void): CompletionFacts {
  const items = listOf(list)
    .map((item) => scalarOf(item))
    .filter((item) => item !== undefined)
    .map(String);
  const macros = items.filter((item) => item.startsWith('$'));
  const [macro] = macros;
  if (macro !== undefined) {
    // With values beside it that are no paths, such as `-`, a path would be written as another one.
    if (macros.length === items.length && macros.every((other) => /^\$files\b/.test(other))) return { type: 'file' };
    if (macros.length === items.length && macros.every((other) => /^\$directories\b/.test(other)))
      return { type: 'directory' };
    lose('import-lost-generator');
    return { type: 'string' };
  }
  if (items.some((item) => item.includes('\t'))) lose('import-lost-value-text');
  const values = [...new Set(items.map((item) => item.split('\t', 1)[0] ?? ''))].filter((value) => value !== '');
  return values.length > 0 ? { type: 'enum', enum: values } : { type: 'string' };
}
