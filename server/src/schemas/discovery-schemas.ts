import type { DiscoveryCounts, DiscoveryEvent, DiscoveryRequest } from '../contract/contract.ts';
import type { SchemaFor } from './json-schema.ts';
import { PROBLEM } from './problem-schema.ts';
import { choiceOf, flag, number, objectOf, wholeNumber } from './schema-builders.ts';
import { SKIPPED_TOOL, TOOL_SUMMARY } from './tool-schemas.ts';

type EventData<Kind extends DiscoveryEvent['event']> = Extract<DiscoveryEvent, { readonly event: Kind }>['data'];

export const DISCOVERY_REQUEST: SchemaFor<DiscoveryRequest> = objectOf<DiscoveryRequest>(
  'DiscoveryRequest',
  {},
  { refresh: flag({ description: 'True: every program is read, and asked, anew.' }) },
);

const COUNT: SchemaFor<number> = wholeNumber({ minimum: 0 });

const COUNTS: SchemaFor<DiscoveryCounts> = objectOf<DiscoveryCounts>(
  'DiscoveryCounts',
  {
    directories: COUNT,
    executables: COUNT,
    skipped: COUNT,
    cached: COUNT,
    read: COUNT,
    bytes: COUNT,
    marked: COUNT,
    canonical: COUNT,
    asked: COUNT,
    started: COUNT,
  },
  {},
);

/** The data of each event of `POST /discoveries`. */
export const DISCOVERY_EVENTS: { readonly [Kind in DiscoveryEvent['event']]: SchemaFor<EventData<Kind>> } = {
  progress: objectOf<EventData<'progress'>>(
    'DiscoveryProgress',
    { phase: choiceOf({ screening: true, asking: true }), done: COUNT },
    { total: COUNT },
  ),
  found: TOOL_SUMMARY,
  skipped: SKIPPED_TOOL,
  done: objectOf<EventData<'done'>>(
    'DiscoveryDone',
    { found: COUNT, counts: COUNTS, duration: number({ description: 'Ms.' }) },
    {},
  ),
  error: PROBLEM,
};
