import { isRecord } from '../../json/is-record.ts';
import type { Fields } from '../shared/read-foreign.ts';

/** Whether the author hides something or advises against it. */
export function isDiscouraged({ hidden, deprecated, state, deprecationOptions }: Fields): boolean {
  const isDeprecated = deprecated === true || isRecord(deprecated) || isRecord(deprecationOptions);
  return hidden === true || isDeprecated || state === 'deprecated';
}
