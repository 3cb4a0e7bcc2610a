import { object, oneOf, text } from '../http/schema.ts';
import { route } from '../http/route.ts';
import type { PortablePorts } from '../ports.ts';

const HEALTH = object('Health', { name: oneOf(['atip-companion', 'atip-edge']), version: text() });

export const getHealth = route(
  {
    operationId: 'getHealth',
    method: 'get',
    path: '/api/v1/health',
    summary: 'Who answers, in which version',
    tag: 'portable',
    answer: { kind: 'json', status: 200, schema: HEALTH },
  },
  (_input, { name, version }: PortablePorts) => ({ name, version }),
);

export const getOpenApi = route(
  {
    operationId: 'getOpenApi',
    method: 'get',
    path: '/api/v1/openapi.json',
    summary: 'This document',
    tag: 'portable',
    answer: { kind: 'json', status: 200, schema: object(undefined, {}) },
  },
  (_input, { openApi }: PortablePorts) => Response.json(openApi),
);
