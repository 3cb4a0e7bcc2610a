import fc from 'fast-check';

/** JSON text with the names of the language's own objects. */
const POLLUTION: string =
  '{"__proto__":{"polluted":true,"name":"x"},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":2,"length":-1}';

const cyclic: Record<string, unknown> = { name: 'cycle' };
cyclic['self'] = cyclic;
cyclic['commands'] = { again: cyclic };
const ring: unknown[] = [];
ring.push(ring);

/** Nested objects (or arrays), to the given depth. */
function nested(depth: number, key: string | undefined): unknown {
  let value: unknown = {};
  for (let level = 0; level < depth; level++) value = key === undefined ? [value] : { [key]: value };
  return value;
}

/** Bad values without code: reading them has no effect. */
export const INERT: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['true', true],
  ['false', false],
  ['zero', 0],
  ['minus zero', -0],
  ['NaN', Number.NaN],
  ['infinity', Number.NEGATIVE_INFINITY],
  ['a huge number', 1e300],
  ['empty text', ''],
  ['text', 'delete'],
  ['half a character', '\ud800'],
  ['a NUL', 'a\0b'],
  ['a long text', 'a'.repeat(300_000)],
  ['the name of a prototype', '__proto__'],
  ['a symbol', Symbol('junk')],
  ['a big integer', 2n ** 80n],
  ['a function', (): number => 1],
  ['an empty list', []],
  ['a list of holes', new Array(50)],
  ['a list of nothing', [undefined, null, Number.NaN]],
  ['a long list', Array.from({ length: 20_000 }, (_, index) => index)],
  ['an empty object', {}],
  ['an object without prototype', Object.assign(Object.create(null), { name: 'x', commands: Object.create(null) })],
  ['names of the prototype', JSON.parse(POLLUTION)],
  ['a cycle', cyclic],
  ['a list in itself', ring],
  ['10,000 objects deep', nested(10_000, 'commands')],
  ['10,000 lists deep', nested(10_000, undefined)],
  ['a date', new Date(Number.NaN)],
  ['a map', new Map([['name', 'x']])],
  ['bytes', new Uint8Array(8)],
  ['a pattern', /x/g],
  ['a boxed text', Object('x')],
];

/** A value with a name, because an endlessly nested one cannot be shown when a test fails. */
export interface Sample<Value = unknown> {
  readonly label: string;
  readonly value: Value;
}

const sample = <Value>(label: string, value: Value): Sample<Value> =>
  Object.defineProperty({ label, value }, fc.toStringMethod, { value: () => label });

/** Any value from the lists above, or a made-up one. */
export function junk(values: readonly (readonly [string, unknown])[]): fc.Arbitrary<Sample> {
  const made = fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true, maxDepth: 3 });
  return fc.oneof(
    fc.constantFrom(...values.map(([label, value]) => sample(label, value))),
    made.map((value) => sample(fc.stringify(value), value)),
  );
}

/** A valid document with one to three values replaced, removed or added; the document itself is not changed. */
export function mutated<Document>(document: Document, values: fc.Arbitrary<Sample>): fc.Arbitrary<Sample<Document>> {
  const places = pathsOf(document);
  const change = fc.tuple(fc.constantFrom(...places), values, fc.constantFrom('replace', 'remove', 'add', PROTO));
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const copy: unknown = structuredClone(document);
    for (const [path, { value }, kind] of changes) mutate(copy, path, value, kind);
    const label = changes.map(([path, { label: what }, kind]) => `${kind} /${path.join('/')}: ${what}`).join('; ');
    // Broken on purpose: the type only claims to be right.
    return sample(label, copy as Document);
  });
}

const PROTO = '__proto__';

function mutate(root: unknown, path: readonly string[], value: unknown, kind: string): void {
  let parent = root;
  for (const key of path.slice(0, -1)) {
    parent = typeof parent === 'object' && parent !== null ? Object.getOwnPropertyDescriptor(parent, key)?.value : null;
  }
  const last = path.at(-1);
  if (typeof parent !== 'object' || parent === null || last === undefined) return;
  const key = { add: `${last}x`, [PROTO]: PROTO }[kind] ?? last;
  if (kind === 'remove') Reflect.deleteProperty(parent, key);
  else define(parent, key, value);
}

function define(parent: object, key: string, value: unknown): void {
  try {
    Reflect.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true });
  } catch (error) {
    // Invalid list length or byte element: such junk cannot reach our code.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
  }
}

/** The paths of every value of a document, except the root. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [[...path, key], ...pathsOf(child, [...path, key])]);
}
