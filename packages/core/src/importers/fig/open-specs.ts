import { isRecord } from '../../json/is-record.ts';
import { textOf } from '../shared/fields.ts';
import type { LoseForeign } from '../shared/losses.ts';
import { CODE, type Fields, readForeign } from '../shared/read-foreign.ts';
import type { FigHints } from './from-fig.ts';
import type { LoseFig } from './fig-losses.ts';

/** A node of a specification. */
export interface FigSource {
  readonly spec: Fields;
  /** Names and originals of the specifications on the way from the root; one that comes again is not followed. */
  readonly above: readonly unknown[];
}

/** A specification and the others that it names. */
export interface FigSpecs {
  readonly root: FigSource;
  /** What a node's `loadSpec` points to, under the node's own name. @param pointer of the command, for losses */
  readonly join: (source: FigSource, pointer: string) => FigSource;
}

const MAX_VALUES = 2_000_000;
/** What is read for one import, all joined specifications together; large tools need a tenth of it. */
const MAX_JOINS = 20_000;

/** Opens a foreign specification. What was loaded is copied once, however often it is named. */
export function openSpecs(value: unknown, { file, load }: FigHints, lose: LoseFig): FigSpecs {
  const loseAtRoot: LoseForeign = (code) => lose(code, '');
  const copied = readForeign(value, MAX_VALUES, loseAtRoot);
  const root = isRecord(copied) ? copied : {};
  const known = new Map<unknown, Fields>();
  let joins = 0;
  const read = (target: string): { readonly original: unknown; readonly spec: Fields } | undefined => {
    const original = attempt(load, target);
    if (!isRecord(original)) return undefined;
    const earlier = known.get(original);
    if (earlier) return { original, spec: earlier };
    const copy = readForeign(original, MAX_VALUES, loseAtRoot);
    if (!isRecord(copy)) return undefined;
    known.set(original, copy);
    return { original, spec: copy };
  };
  const join = (source: FigSource, pointer: string): FigSource => {
    const { spec: stub, above } = source;
    const target = stub['loadSpec'];
    if (stub['generateSpec'] === CODE || target === CODE) lose('import-lost-load', pointer);
    if (isRecord(target)) return { spec: withName({ ...stub, ...target }, stub), above };
    const name = textOf(target);
    if (name === '') return source;
    const loaded = above.includes(name) || joins >= MAX_JOINS ? undefined : read(name);
    if (loaded === undefined || above.includes(loaded.original)) {
      lose('import-lost-load', pointer);
      return source;
    }
    joins += 1;
    const description = textOf(stub['description']) || loaded.spec['description'];
    const spec = withName({ ...stub, ...loaded.spec, description }, stub);
    return { spec, above: [...above, name, loaded.original] };
  };
  return { root: { spec: root, above: [value, ...(file === undefined ? [] : [file])] }, join };
}

/** The danger of a stub stays, whatever stands in the specification that it points to. */
function withName(spec: Fields, stub: Fields): Fields {
  return { ...spec, name: stub['name'], ...(stub['isDangerous'] === true && { isDangerous: true }) };
}

/** What a caller's function gives; one that throws knows no such specification. */
function attempt(load: FigHints['load'], name: string): unknown {
  try {
    return load?.(name);
  } catch {
    return undefined;
  }
}
