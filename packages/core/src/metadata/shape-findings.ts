import { joinPointer } from '../json/pointer.ts';
import { checkShape, type ShapeError, type ShapeKeyword } from './check-shape.ts';
import { convertValue } from './convert-value.ts';
import { describeTypes, describeValue, quote } from './describe-value.ts';
import type { Deviation } from './deviation.ts';
import { type Finding, MAX_ISSUES, type Repair } from './finding.ts';
import { missingField } from './missing-field.ts';
import { nameField, nameSubject } from './name-subject.ts';
import { nearestValue } from './nearest-value.ts';
import { type Place, placeOf } from './place-of.ts';
import { repairForNewer } from './repair-for-newer.ts';
import type { SourceDocument } from './source-document.ts';
import { renameKey, replaceValue } from './text-fixes.ts';

/**
 * Holds a document against the schema of ATIP 0.4.
 *
 * `newer`: the document is of a later minor version; what that version may have added is a warning then, and repaired.
 */
export function shapeFindings(document: SourceDocument, newer: boolean): Finding[] {
  const findings: Finding[] = [];
  let errors = 0;
  let unknownFields = 0;
  checkShape(document.value, (error) => {
    if (error.keyword === 'additionalProperties') {
      unknownFields += 1;
      if (unknownFields > MAX_ISSUES + 1) {
        return true;
      }
    }
    const finding = toFinding(document, error, newer);
    findings.push(finding);
    errors += finding.severity === 'error' ? 1 : 0;
    // The list is full of errors: nothing further can be listed, nor make the document acceptable.
    return errors <= MAX_ISSUES;
  });
  return findings;
}

function toFinding(document: SourceDocument, error: ShapeError, newer: boolean): Finding {
  const { tokens, value, field } = error;
  const place = placeOf(tokens);
  const deviation: Deviation = { document, pointer: joinPointer('', ...tokens), tokens, value, place, field };
  const finding = findingFor(error.keyword, deviation, newer);
  return place.section === '' ? finding : { ...finding, section: place.section };
}

function findingFor(keyword: ShapeKeyword, deviation: Deviation, newer: boolean): Finding {
  if (keyword === 'required') {
    return missingField(deviation);
  }
  if (keyword === 'additionalProperties') {
    return unknownField(deviation);
  }
  const repair = newer && (keyword === 'type' || keyword === 'enum') ? repairForNewer(deviation) : undefined;
  const finding = keyword === 'type' ? wrongType(deviation) : invalidValue(keyword, deviation);
  return repair === undefined ? finding : toleratedFinding(finding, repair);
}

function toleratedFinding(finding: Finding, repair: Repair): Finding {
  const outcome = repair.action === 'set' ? `it is read as ${JSON.stringify(repair.value)}` : 'it is left out';
  const message = () => `${finding.message()} The document is of a newer version, so ${outcome}.`;
  return { ...finding, severity: 'warning', message, repair, fix: undefined };
}

function unknownField({ document: { text }, pointer, tokens, value, place, field: key }: Deviation): Finding {
  const meant = () => nearestValue(key, Object.keys(place.fields ?? {}));
  return {
    code: 'unknown-field',
    severity: 'info',
    message: () => {
      const name = meant();
      const advice = name === undefined ? '; a field of your own starts with "x-".' : `; did you mean ${quote(name)}?`;
      return `ATIP has no field ${quote(key)} for ${nameSubject(tokens, value)}${advice}`;
    },
    path: joinPointer(pointer, key),
    mark: 'key',
    fix:
      text &&
      (() => {
        const name = meant();
        return name === undefined ? undefined : renameKey(text, pointer, key, name);
      }),
  };
}

function wrongType({ document, pointer, tokens, value, place }: Deviation): Finding {
  const types = (place.type ?? '').split(' ');
  const { text } = document;
  return {
    code: 'wrong-type',
    severity: 'error',
    message: () =>
      `${capitalised(nameField(tokens))} is ${describeValue(value)}, where ${describeTypes(types)} is expected.`,
    path: pointer,
    mark: 'value',
    fix:
      text &&
      (() => {
        const converted = convertValue(value, types, pointer, document);
        return converted === undefined ? undefined : replaceValue(text, pointer, converted);
      }),
  };
}

function invalidValue(keyword: ShapeKeyword, deviation: Deviation): Finding {
  const { document, pointer, tokens, value, place } = deviation;
  const { text } = document;
  const allowed = keyword === 'enum' ? (place.enum ?? []) : [];
  const meant = () => (typeof value === 'string' ? nearestValue(value, allowed) : undefined);
  return {
    code: 'invalid-value',
    severity: 'error',
    message: () => {
      const name = meant();
      const hint = name === undefined ? '' : ` Did you mean ${quote(name)}?`;
      const expected = expectation(keyword, place);
      return `${capitalised(nameField(tokens))} is ${describeValue(value)}; expected: ${expected}.${hint}`;
    },
    path: pointer,
    mark: 'value',
    fix:
      text &&
      (() => {
        const name = meant();
        return name === undefined ? undefined : replaceValue(text, pointer, name);
      }),
  };
}

function expectation(keyword: ShapeKeyword, place: Place): string {
  if (keyword === 'enum') {
    return `one of ${place.enum?.map((value) => JSON.stringify(value)).join(', ')}`;
  }
  if (keyword === 'minItems') {
    return `at least ${place.minItems} item`;
  }
  return keyword === 'minimum' ? `${place.minimum} or more` : (place.expected ?? 'another value');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
