import { joinPointer } from '../json/pointer.ts';
import type { Finding } from './finding.ts';
import { walkValue } from './walk-value.ts';

/**
 * Finds keys named `__proto__`, anywhere in a document.
 *
 * As our own property it does no harm here, but the first `target[name] = value` in someone else's code replaces a prototype.
 */
export function checkNames(value: unknown): Finding[] {
  const findings: Finding[] = [];
  walkValue(value, (_, way, key) => {
    if (key !== '__proto__') {
      return true;
    }
    findings.push({
      code: 'reserved-name',
      severity: 'error',
      message: () => 'The name "__proto__" is refused: it changes objects in JavaScript programs; choose another one.',
      path: joinPointer('', ...way),
      mark: 'key',
      section: '3.3',
    });
    return false;
  });
  return findings;
}
