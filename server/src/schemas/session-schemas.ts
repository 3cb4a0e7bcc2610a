import type { SessionRequest } from '../contract/contract.ts';
import type { SchemaFor } from './json-schema.ts';
import { objectOf, text } from './schema-builders.ts';

export const SESSION_REQUEST: SchemaFor<SessionRequest> = objectOf<SessionRequest>(
  'SessionRequest',
  { code: text({ description: 'What follows #k= in the link that the companion printed.' }) },
  {},
);

export const SESSION_ANSWER: SchemaFor<{ token: string }> = objectOf<{ token: string }>(
  'SessionAnswer',
  { token: text() },
  {},
);
