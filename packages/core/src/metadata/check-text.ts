import { setOwn } from '../json/own-property.ts';
import { joinPointer } from '../json/pointer.ts';
import { loneSurrogateIn, toWellFormed } from '../json/well-formed.ts';
import type { Finding } from './finding.ts';
import { walkValue } from './walk-value.ts';

/**
 * Finds texts and keys with half a surrogate pair in them, anywhere in a document.
 *
 * On the way to a model or a command line each becomes U+FFFD or an error, depending on who encodes it.
 */
export function checkText(value: unknown): Finding[] {
  const findings: Finding[] = [];
  walkValue(value, (member, way, key) => {
    if (key !== undefined) {
      report(key, way, 'key', findings);
    }
    if (typeof member === 'string') {
      report(member, way, 'value', findings);
    }
    return true;
  });
  return findings;
}

function report(text: string, way: readonly (string | number)[], mark: 'key' | 'value', findings: Finding[]): void {
  const lone = loneSurrogateIn(text);
  if (lone !== undefined) {
    const written = `\\u${lone.charCodeAt(0).toString(16)}`;
    findings.push({
      code: 'lone-surrogate',
      severity: 'warning',
      message: () =>
        `This ${mark === 'key' ? 'key' : 'text'} holds ${written}, half of a character; it is read as U+FFFD, write the whole one.`,
      path: joinPointer('', ...way),
      mark,
      section: '3.1',
    });
  }
}

/** A copy of a JSON value with U+FFFD for every lone surrogate. Of two keys that become equal the last one counts. */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') {
    return toWellFormed(value);
  }
  if (Array.isArray(value)) {
    return value.map(wellFormed);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    setOwn(result, toWellFormed(key), wellFormed(member));
  }
  return result;
}
