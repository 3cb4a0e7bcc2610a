import type { PortablePorts } from './portable-ports.ts';

/** What the routes of shares need. */
export type SharePorts = Pick<PortablePorts, 'shares' | 'now' | 'inTurn' | 'report'>;
