import type { Problem } from '../contract/contract.ts';
import type { SchemaFor } from './json-schema.ts';
import { constant, objectOf, text, wholeNumber } from './schema-builders.ts';

/** @see RFC 9457 */
export const PROBLEM: SchemaFor<Problem> = objectOf<Problem>(
  'Problem',
  {
    type: constant('about:blank'),
    status: wholeNumber({ minimum: 400, maximum: 599 }),
    title: text(),
    detail: text({ description: 'For a person.' }),
    code: text({ description: 'Stable.' }),
  },
  {},
);
