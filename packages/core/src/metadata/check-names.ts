import { joinPointer } from '../json/pointer.ts';
import type { Finding } from './finding.ts';

/**
 * Finds keys named `__proto__`, anywhere in a document.
 *
 * As our own property it does no harm here, but the first `target[name] = value` in someone else's code replaces a prototype.
 */
export function checkNames(value: unknown): Finding[] {
  const findings: Finding[] = [];
  visit(value, '', findings);
  return findings;
}

/** As deep as the document, which the reader has bounded. */
function visit(value: unknown, pointer: string, findings: Finding[]): void {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      visit(item, `${pointer}/${index}`, findings);
    });
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') {
      findings.push({
        code: 'reserved-name',
        severity: 'error',
        message: () =>
          'The name "__proto__" is refused: it changes objects in JavaScript programs; choose another one.',
        path: joinPointer(pointer, key),
        mark: 'key',
        section: '3.3',
      });
    } else if (typeof member === 'object') {
      visit(member, joinPointer(pointer, key), findings);
    }
  }
}
