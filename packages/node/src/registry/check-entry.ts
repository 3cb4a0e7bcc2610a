import { isAbsolute } from 'node:path';
import type { RegistryEntry } from './registry.ts';

/** UTF-16 units; more than any system allows for a path. */
const MAX_PATH = 8192;
const MAX_NAME = 256;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;
/** Names are shown to people and models. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

type Check = (value: string) => boolean;

const isPath: Check = (value) => isAbsolute(value) && value.length <= MAX_PATH && !value.includes('\0');

const CHECKS: Readonly<Record<keyof RegistryEntry, Check>> = {
  name: (value) => value !== '' && value.length <= MAX_NAME && !UNPRINTABLE.test(value),
  path: isPath,
  foundAs: isPath,
  hash: (value) => /^sha256:[0-9a-f]{64}$/.test(value),
  stamp: (value) => /^[\d:]{1,256}$/.test(value),
  source: (value) => value === 'native' || value === 'canonical' || value === 'shim',
  document: isPath,
  discoveredAt: isTime,
  verifiedAt: isTime,
};

/** Whether a text is a time as this library writes it: ISO 8601, UTC. */
export function isTime(value: string): boolean {
  return TIME.test(value) && !Number.isNaN(Date.parse(value));
}

/** Finds the first field that no entry of this library would have, or `undefined` when there is none. */
export function wrongField(value: unknown): keyof RegistryEntry | 'entry' | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'entry';
  for (const [field, check] of Object.entries(CHECKS) as [keyof RegistryEntry, Check][]) {
    const content: unknown = Object.hasOwn(value, field) ? Reflect.get(value, field) : undefined;
    if (typeof content !== 'string' || !check(content)) return field;
  }
  return undefined;
}
