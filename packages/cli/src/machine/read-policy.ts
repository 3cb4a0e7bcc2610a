import {
  COST_ESTIMATES,
  type ExecutionPolicy,
  POLICY_PRESETS,
  type PolicyPresetName,
  TRUST_SOURCES,
  withPolicyDefaults,
} from '@atip/core';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT } from '../exit-code.ts';
import { readSource } from '../documents/read-source.ts';

const SWITCH = [true, false];
/** Every field that a file may set, and to what. */
const FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  allowDestructive: SWITCH,
  allowNonReversible: SWITCH,
  allowBillable: SWITCH,
  allowNetwork: SWITCH,
  allowFilesystemWrite: SWITCH,
  allowFilesystemDelete: SWITCH,
  allowInteractive: SWITCH,
  requireReadOnly: SWITCH,
  denyRestricted: SWITCH,
  denyUnknown: SWITCH,
  confirmAll: SWITCH,
  maxCostEstimate: COST_ESTIMATES,
  minTrustLevel: TRUST_SOURCES,
  sandbox: ['required', 'preferred', 'off'],
};

/**
 * Reads the policy that `--policy` names: a preset, or a file with a JSON object of the policy's fields over the defaults.
 *
 * A field that is misspelt would restrict nothing, so that no field is passed over.
 * @param named Absent: `standard`. A file that is called like a preset is named with its directory, `./ci`.
 * @throws CliError `invalid` for what is no policy, `io` when the file cannot be read
 */
export async function readPolicy(named: string | undefined, host: CliHost): Promise<ExecutionPolicy> {
  if (named === undefined) return POLICY_PRESETS.standard;
  if (isPreset(named)) return POLICY_PRESETS[named];
  const { name, text } = await readSource(named, host);
  const refuse = (problem: string): CliError => new CliError(EXIT.invalid, `The policy ${name} ${problem}.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refuse('is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('is not a JSON object');
  for (const [field, given] of Object.entries(value)) {
    const allowed = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    if (!allowed) throw refuse(`has the field ${JSON.stringify(field)}, which no policy has`);
    if (!allowed.includes(given))
      throw refuse(`sets ${field} to something other than ${allowed.map((one) => JSON.stringify(one)).join(', ')}`);
  }
  return withPolicyDefaults(value);
}

function isPreset(name: string): name is PolicyPresetName {
  return Object.hasOwn(POLICY_PRESETS, name);
}
