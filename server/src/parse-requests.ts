import { COST_ESTIMATES, PROVIDERS, type Provider, type ToolCall, TRUST_SOURCES } from '@atip/core';
import type { CallRequest, ClientPolicy } from './contract.ts';
import { ProblemError } from './problem.ts';

export interface SessionRequest {
  readonly code: string;
}

export interface DecisionRequest {
  readonly approve: boolean;
  readonly hash: string;
}

/** Reads the body of `POST /session`. @throws ProblemError 400 naming what is wrong. */
export function parseSessionRequest(value: unknown): SessionRequest {
  const body = asRecord(value, 'The body');
  return { code: asString(body.code, 'code') };
}

/** Reads the body of `POST /calls/:id/decision`. @throws ProblemError 400 naming what is wrong. */
export function parseDecisionRequest(value: unknown): DecisionRequest {
  const body = asRecord(value, 'The body');
  return { approve: asBoolean(body.approve, 'approve'), hash: asString(body.hash, 'hash') };
}

/** Reads the body of `POST /calls` and `POST /calls/check`. @throws ProblemError 400 naming what is wrong. */
export function parseCallRequest(value: unknown): CallRequest {
  const body = asRecord(value, 'The body');
  return {
    call: asToolCall(body.call),
    ...(body.policy === undefined ? {} : { policy: asPolicy(body.policy) }),
    ...(body.provider === undefined ? {} : { provider: asOneOf<Provider>(body.provider, PROVIDERS, 'provider') }),
  };
}

function asToolCall(value: unknown): ToolCall {
  const call = asRecord(value, 'call');
  return {
    id: asString(call.id, 'call.id'),
    name: asString(call.name, 'call.name'),
    arguments: asRecord(call.arguments, 'call.arguments'),
  };
}

const SANDBOX_MODES = ['required', 'preferred', 'off'] as const;

/** What each field of a policy must be. A field that is not here is refused: ignoring it would allow what it forbids. */
const POLICY_FIELDS: {
  readonly [Field in keyof Required<ClientPolicy>]: (value: unknown, name: string) => ClientPolicy[Field];
} = {
  allowDestructive: asBoolean,
  allowNonReversible: asBoolean,
  allowBillable: asBoolean,
  allowNetwork: asBoolean,
  allowFilesystemWrite: asBoolean,
  allowFilesystemDelete: asBoolean,
  allowInteractive: asBoolean,
  requireReadOnly: asBoolean,
  denyRestricted: asBoolean,
  denyUnknown: asBoolean,
  confirmAll: asBoolean,
  maxCostEstimate: (value, name) => asOneOf(value, COST_ESTIMATES, name),
  minTrustLevel: (value, name) => asOneOf(value, TRUST_SOURCES, name),
  sandbox: (value, name) => asOneOf(value, SANDBOX_MODES, name),
};

function asPolicy(value: unknown): ClientPolicy {
  const policy = asRecord(value, 'policy');
  for (const [field, setting] of Object.entries(policy)) {
    if (!Object.hasOwn(POLICY_FIELDS, field))
      throw invalid(`policy has no field ${JSON.stringify(field.slice(0, 80))}.`);
    POLICY_FIELDS[field as keyof ClientPolicy](setting, `policy.${field}`);
  }
  // Every field was just found to be known and of its type.
  return policy as ClientPolicy;
}

function invalid(detail: string): ProblemError {
  return new ProblemError(400, 'invalid-request', detail);
}

function asRecord(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalid(`${name} must be an object.`);
}

function asString(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw invalid(`${name} must be a string.`);
}

function asBoolean(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  throw invalid(`${name} must be true or false.`);
}

function asOneOf<Choice extends string>(value: unknown, choices: readonly Choice[], name: string): Choice {
  const choice = choices.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  throw invalid(`${name} must be one of ${choices.join(', ')}.`);
}
