import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv, type AnySchemaObject } from 'ajv';
import { expect, test } from 'vitest';
import { joinPointer } from '../json/pointer.ts';
import { checkShape, type ShapeError } from './check-shape.ts';

/** The published schema with unknown fields refused, so that Ajv reports them as we do. */
function closed(part: AnySchemaObject): AnySchemaObject {
  const inner = Object.entries(part).map(([key, value]): readonly [string, unknown] => {
    if (key === 'properties' || key === 'definitions') {
      return [
        key,
        Object.fromEntries(Object.entries<AnySchemaObject>(value).map(([name, sub]) => [name, closed(sub)])),
      ];
    }
    return [key, key === 'items' || key === 'additionalProperties' ? closed(value) : value];
  });
  const open =
    part['properties'] === undefined ? {} : { patternProperties: { '^(x-|_)': {} }, additionalProperties: false };
  return { ...Object.fromEntries(inner), ...open };
}

const SCHEMA = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../schema/0.6.json'), 'utf8'));
const oracle = new Ajv({ allErrors: true, strict: false }).compile(closed(SCHEMA));

/** Pointer, keyword, field. */
type Line = readonly [string, string, string];

function ours(value: unknown): readonly Line[] {
  // A field that is only recommended is a keyword of our own, which Ajv passes over.
  const errors = errorsOf(value).filter(({ keyword }) => keyword !== 'recommended');
  return errors.map(({ tokens, keyword, field }) => [joinPointer('', ...tokens), keyword, field]);
}

function theirs(value: unknown): readonly Line[] {
  oracle(value);
  return (oracle.errors ?? []).map(({ instancePath, keyword, params }) => [
    instancePath,
    keyword,
    String(params['missingProperty'] ?? params['additionalProperty'] ?? ''),
  ]);
}

function errorsOf(value: unknown): ShapeError[] {
  const errors: ShapeError[] = [];
  checkShape(value, (error) => errors.push(error) > 0);
  return errors;
}

/** Every field of the specification, each of its kinds at least once. */
const WHOLE = {
  atip: { version: '0.6', features: ['trust-v1', 'content-addressable'], minAgentVersion: '0.3' },
  name: 'demo',
  version: '1',
  description: 'd',
  homepage: 'https://example.com',
  binary: { hash: `sha256:${'0aF9'.repeat(16)}`, name: 'demo', version: '1', platform: 'darwin-arm64' },
  trust: {
    source: 'vendor',
    verified: true,
    integrity: { checksum: 'sha256:0', signature: { type: 'cosign', identity: 'i', issuer: 'u', bundle: 'b' } },
    provenance: { url: 'u', format: 'in-toto', slsaLevel: 4, builder: 'b' },
    shimIntegrity: { signature: { type: 'gpg' }, lastVerified: '2026-03-02T06:00:00Z' },
    checksum: 'sha256:0',
    signedBy: 's',
    attestation: 'a',
  },
  commands: {
    'a/b~c': {
      description: 'd',
      arguments: [{ name: 'f', type: 'file', description: 'd', required: true, default: [1], variadic: false }],
      options: [
        { name: 'o', flags: ['-o'], type: 'enum', description: 'd', enum: ['x', 1], envVar: 'E', variadic: true },
      ],
      commands: { '': { description: 'd', examples: ['demo'], 'x-value-style': 'space', 'x-end-of-options': true } },
      effects: {
        filesystem: { read: true, write: false, delete: false, paths: ['./'] },
        network: true,
        creates: ['c'],
        interactive: { stdin: 'none', prompts: false, tty: false },
        cost: { estimate: 'low', billable: false },
        duration: { typical: '1s', timeout: '2s' },
      },
    },
  },
  globalOptions: [{ name: 'v', flags: ['-v', '--verbose'], type: 'boolean', description: 'd', default: null }],
  authentication: { required: true, methods: [{ type: 'token', envVar: 'T' }], checkCommand: 'c' },
  effects: { subprocess: false, idempotent: true, reversible: true, destructive: false },
  patterns: [
    {
      name: 'p',
      description: 'd',
      steps: [{ command: 'c', description: 'd' }],
      variables: { v: { type: 'string', description: 'd' } },
      tags: ['t'],
      executable: true,
    },
  ],
  partial: true,
  filter: { commands: ['a'], depth: 1 },
  totalCommands: 3,
  includedCommands: 0,
  omitted: { reason: 'filtered', safetyAssumption: 'unknown' },
  'x-own': { any: 'thing' },
};

const STRANGE: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 2, 5, 1e300, '', 'x', '0.4', 'inferred', 'a/b', '\u0000', '\ud800', '..'],
  ...[[], {}, [null], [[]], [{}], ['x'], { x: 1 }, { '': {} }, { source: 'oracle', __proto__: null }],
  JSON.parse('{"__proto__":{"type":1},"constructor":1,"toString":{}}'),
];

/** All ways to a value inside a document. */
function ways(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [way, ...members.flatMap(([key, member]) => ways(member, [...way, key]))];
}

/** A copy with the value at a way replaced, removed where the replacement is `undefined`. */
function changed(document: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof document !== 'object' || document === null) return document;
  const entries = Object.entries(document).flatMap(([name, member]) => {
    const next = name === key ? changed(member, rest, value) : member;
    return next === undefined ? [] : [[name, next] as const];
  });
  return Array.isArray(document) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

const WAYS = ways(WHOLE);

test('agrees with Ajv on the whole document', () => {
  expect(ours(WHOLE)).toStrictEqual([]);
  expect(theirs(WHOLE)).toStrictEqual([]);
});

test('agrees with Ajv on every value of the document replaced by every kind of value, and removed', () => {
  const disagreeing: unknown[] = [];
  let faulty = 0;
  for (const way of WAYS) {
    for (const value of [...STRANGE, undefined]) {
      const document = changed(WHOLE, way, value) ?? null;
      const [mine, reference] = [ours(document), theirs(document)];
      faulty += reference.length > 0 ? 1 : 0;
      if (JSON.stringify(mine) !== JSON.stringify(reference)) disagreeing.push([way, value, mine, reference]);
    }
  }
  expect(disagreeing).toStrictEqual([]);
  expect(faulty).toBeGreaterThan(1000);
});

test('ends when it is told to', () => {
  let reports = 0;
  const document = { commands: { a: { options: [1, 2, 3], x: 1, y: 2 }, b: 1 }, more: 1 };
  for (let wanted = 1; wanted <= errorsOf(document).length; wanted += 1) {
    reports = 0;
    checkShape(document, () => {
      reports += 1;
      return reports < wanted;
    });
    expect(reports).toBe(wanted);
  }
  expect(reports).toBe(12);
});
