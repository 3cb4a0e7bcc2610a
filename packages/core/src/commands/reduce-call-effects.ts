import { mayReassure } from '../effects/trust.ts';
import { isRecord } from '../json/is-record.ts';
import type { AtipEffects, CommandMapping } from '../types/tool.ts';
import {
  type Change,
  changesOf,
  type Conditional,
  type Effective,
  named,
  restated,
  withChanges,
} from './effects-of.ts';
import { isText } from './shown-files.ts';
import { type Parameter, valuesFor, isGiven, readableParameters } from './parameters.ts';

/**
 * The command for a request that stays on this machine: it sends nothing away. A statement that has other harm too
 * stays as it is.
 */
export function withoutSending(mapping: CommandMapping): CommandMapping {
  if (!mayReassure(mapping.tool)) return mapping;
  const changes = changesOf(mapping).map((change) => ({
    ...change,
    added: keptHere(change.added),
    values: change.values.map((value) => ({ ...value, added: keptHere(value.added) })),
  }));
  const { 'x-sends': _sends, ...effects } = mapping.effects;
  return { ...withChanges(mapping, changes), effects };
}

function keptHere(one: Conditional | undefined): Conditional | undefined {
  if (one?.effects['x-sends'] !== 'given') return one;
  const { 'x-sends': _sends, destructive: _lost, reversible: _kept, ...effects } = one.effects;
  const { filesystem, network: _here, ...others } = effects;
  const isSending =
    filesystem?.write !== true && filesystem?.delete !== true && Object.keys(others).every((key) => key === 'x-why');
  return isSending ? restated(one, effects) : one;
}

/**
 * The command without the loss of files that do not exist or can be restored: replacing those destroys nothing. Returns
 * the same mapping if that changes nothing, or if its document may not reassure.
 *
 * @param isNothing true if losing the file at a parameter's value does no harm
 */
export function withoutLosses(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>>,
  isNothing: (loss: DestroyedValue) => boolean,
): CommandMapping {
  const changes = changesOf(mapping);
  const losing = LOSING.get(changes) ?? changes.filter((one) => [one.added, ...addedIn(one)].some(statesLoss));
  LOSING.set(changes, losing);
  const own = mapping.metadata.effects?.['x-loses'];
  if ((losing.length === 0 && own === undefined) || !mayReassure(mapping.tool)) return mapping;
  const areNothing = (parameters: readonly Parameter[], { filesystem }: AtipEffects): boolean => {
    const given = parameters.filter((parameter) => isGiven(parameter, args) && !isText(parameter, mapping, args));
    const isDeleted = filesystem?.delete === true;
    // Each parameter is looked at, so that the gravest loss is known.
    const lost = given.filter(
      (parameter) =>
        !valuesFor(parameter, args).every(
          (value) =>
            (typeof value === 'string' || value === true) && isNothing({ parameter, value: String(value), isDeleted }),
        ),
    );
    return given.length > 0 && lost.length === 0;
  };
  const fresh = new Set(
    losing
      .filter(({ parameter }) => isGiven(parameter, args))
      .flatMap((change) => [change.added, ...addedIn(change)].map((one) => ({ change, one })))
      .flatMap(({ change, one }) =>
        one?.loses && areNothing(one.loses === 'itself' ? [change.parameter] : one.loses, one.effects) ? one : [],
      ),
  );
  const isOwnNothing =
    own !== undefined &&
    mapping.effects.destructive === true &&
    mapping.tool.effects?.destructive !== true &&
    areNothing(named(own, [...new Set(readableParameters(mapping).values())]), mapping.effects);
  if (fresh.size === 0 && !isOwnNothing) return mapping;
  const lower = (one: Conditional | undefined): Conditional | undefined => {
    if (!one || !fresh.has(one)) return one;
    const { destructive: _gone, reversible: _kept, ...effects } = one.effects;
    return restated(one, effects);
  };
  const changed = withChanges(
    mapping,
    changes.map((change) => ({
      ...change,
      added: lower(change.added),
      values: change.values.map((value) => ({ ...value, added: lower(value.added) })),
    })),
  );
  if (!isOwnNothing) return changed;
  const harmless = { destructive: false, reversible: true };
  const metadata = { ...changed.metadata, effects: { ...changed.metadata.effects, ...harmless } };
  return { ...withChanges({ ...changed, metadata }, changesOf(changed)), effects: { ...mapping.effects, ...harmless } };
}

/** The parameters that name the files which a call writes, moves or deletes. */
export function losingParameters(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>>,
): ReadonlySet<Parameter['source']> {
  const own = named(mapping.metadata.effects?.['x-loses'] ?? [], [...new Set(readableParameters(mapping).values())]);
  const added = changesOf(mapping)
    .filter(({ parameter }) => isGiven(parameter, args))
    .flatMap((change) => [change.added, ...addedIn(change)])
    .flatMap((one) => (one?.loses === undefined || one.loses === 'itself' ? [] : one.loses));
  return new Set([...own, ...added].filter((one) => !isText(one, mapping, args)).map(({ source }) => source));
}

/** A value of a call that names a file which may be lost. */
export interface DestroyedValue {
  readonly parameter: Parameter;
  readonly value: string;
  /** True: the call deletes the file. */
  readonly isDeleted: boolean;
}

/** The changes that say what they destroy; most commands have none. */
const LOSING = new WeakMap<readonly Change[], readonly Change[]>();

function addedIn({ values }: Change): readonly (Conditional | undefined)[] {
  return values.map(({ added }) => added);
}

function statesLoss(one: Conditional | undefined): boolean {
  return one?.loses !== undefined;
}

/**
 * The command for a call that runs files of the project: their code counts as the project's. Returns the same mapping
 * if that changes nothing, or if its document may not reassure.
 *
 * @param isOwn true for a value that names such a file
 */
export function withOwnFiles(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>>,
  isOwn: (value: string, source: Parameter['source']) => boolean,
): CommandMapping {
  return lowered(mapping, args, LOADING, isOwn);
}

/** Statements about the file at a parameter's value that are milder for certain files. */
interface Lowering {
  isMeant(one: Conditional | undefined): one is Conditional;
  lower(effects: AtipEffects): AtipEffects;
  /** The changes with such statements, of which most commands have none. */
  readonly known: WeakMap<readonly Change[], readonly Change[]>;
}

const LOADING: Lowering = {
  isMeant: (one): one is Conditional => one?.loads === true,
  lower: (effects) => ({ ...effects, 'x-runs': 'project' }),
  known: new WeakMap(),
};

function lowered(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>>,
  lowering: Lowering,
  holds: (value: string, source: Parameter['source']) => boolean,
): CommandMapping {
  const { known, isMeant } = lowering;
  const changes = changesOf(mapping);
  const meant =
    known.get(changes) ??
    changes.filter(({ added, mode, values }) =>
      [{ added, mode }, ...values].some((one) => isMeant(one.added) || isMeant(one.mode)),
    );
  known.set(changes, meant);
  if (meant.length === 0) return mapping;
  const isFit = ({ parameter, added, mode, values }: Change): boolean => {
    if (!isGiven(parameter, args)) return false;
    const isAlways = isMeant(added) || isMeant(mode);
    const given = valuesFor(parameter, args);
    // Words behind the name of a program are the program's.
    const isProgram = parameter.kind === 'argument' && parameter.source['x-rest'] === true;
    return (isProgram ? given.slice(0, 1) : given).every((value) => {
      if (typeof value !== 'string') return false;
      const rule = values.find(({ matches }) => matches === undefined || matches(value));
      return isAlways || isMeant(rule?.added) || isMeant(rule?.mode) ? holds(value, parameter.source) : true;
    });
  };
  const fit = new Set(meant.filter(isFit));
  if (fit.size === 0 || !mayReassure(mapping.tool)) return mapping;
  const lower = <Statements extends Pick<Effective, 'added' | 'mode'>>(one: Statements): Statements => ({
    ...one,
    added: lowerOne(one.added, lowering),
    mode: lowerOne(one.mode, lowering),
  });
  return withChanges(
    mapping,
    changes.map((change) => (fit.has(change) ? { ...lower(change), values: change.values.map(lower) } : change)),
  );
}

function lowerOne(one: Conditional | undefined, { isMeant, lower }: Lowering): Conditional | undefined {
  return isMeant(one) ? restated(one, lower(one.effects)) : one;
}

/** True if a parameter's value is a file that it replaces. */
export function replacesFile({ 'x-effects': added, 'x-values': values }: Parameter['source']): boolean {
  return (
    isReplacing(added) ||
    (Array.isArray(values) && values.some((value: unknown) => isRecord(value) && isReplacing(value['effects'])))
  );
}

/** True if a parameter's value is a file whose code is run. */
export function loadsFile({
  'x-effects': added,
  'x-mode': mode,
  'x-values': values = [],
}: Parameter['source']): boolean {
  return [added, mode, ...values.flatMap((value) => [value.effects, value.mode])].some(
    (one) => one?.['x-loads'] === true,
  );
}

function isReplacing(effects: unknown): boolean {
  return isRecord(effects) && effects['x-replaces'] === true;
}
