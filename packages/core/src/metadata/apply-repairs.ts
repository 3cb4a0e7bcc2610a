import { setOwn } from '../json/own-property.ts';
import { parentPointer, parsePointer } from '../json/pointer.ts';
import { valueAt } from '../json/value-at.ts';
import type { Repair } from './finding.ts';

/** Changes a document in place. Pointers mean the document before any repair, whatever their order. */
export function applyRepairs(value: unknown, repairs: readonly Repair[]): void {
  const doomed = new Map<unknown[], Set<number>>();
  for (const repair of repairs) {
    const owner = valueAt(value, parsePointer(parentPointer(repair.pointer)));
    const key = parsePointer(repair.pointer).at(-1);
    if (key === undefined || typeof owner !== 'object' || owner === null) {
      continue;
    }
    if (repair.action === 'set') {
      setOwn(owner, key, repair.value);
    } else if (Array.isArray(owner)) {
      doomed.set(owner, (doomed.get(owner) ?? new Set()).add(Number(key)));
    } else {
      Reflect.deleteProperty(owner, key);
    }
  }
  for (const [list, indexes] of doomed) {
    const kept = list.filter((_, index) => !indexes.has(index));
    list.splice(0, list.length, ...kept);
  }
}
