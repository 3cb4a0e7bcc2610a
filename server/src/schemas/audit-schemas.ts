import type { AuditEntry } from '@atip/node';
import type { AuditList } from '../contract/contract.ts';
import type { SchemaFor } from './json-schema.ts';
import { flag, foreign, listOf, objectOf, wholeNumber } from './schema-builders.ts';

/** What `GET /audit` may be asked. */
export interface AuditQuery {
  readonly after?: number;
}

/** More digits than a number keeps would be another place in the log. */
export const AUDIT_QUERY: SchemaFor<AuditQuery> = objectOf<AuditQuery>(
  undefined,
  {},
  { after: wholeNumber({ minimum: 0, description: 'Number of the last entry that the client has.' }) },
);

const AUDIT_ENTRY: SchemaFor<AuditEntry> = foreign(
  'AuditEntry',
  'A line of the log: what was decided, what ran, or that the log went on after a fault.',
);

export const AUDIT_LIST: SchemaFor<AuditList> = objectOf<AuditList>(
  'AuditList',
  { entries: listOf(AUDIT_ENTRY, { maxItems: 500 }), more: flag() },
  {},
);
