import { mergeEffects } from '../../effects/merge-effects.ts';
import { isRecord } from '../../json/is-record.ts';
import type { AtipEffects } from '../../types/effects.ts';
import { setOwn } from '../../json/own-property.ts';
import { descriptionFinding } from './description-finding.ts';
import { effectsOfKind } from './effect-kinds.ts';
import { type Evidence, type Finding, toEvidence } from './evidence.ts';
import { flagRow, programRow } from './known-programs.ts';
import { nameFinding } from './name-finding.ts';
import { isSafeguard, type LookedAtOption, type OptionFinding, optionFinding } from './option-finding.ts';
import type { ProgramRow } from './program-row.ts';
import { NETWORK_FAMILIES } from './programs/network-families.ts';

/** A command as far as it is known; foreign, and read field by field. */
export interface InferableCommand {
  /** The program, then the keys down to the command. */
  readonly path: readonly string[];
  readonly description?: unknown;
  readonly options?: unknown;
  readonly arguments?: unknown;
}

export interface InferredEffects {
  readonly effects: AtipEffects;
  readonly evidence: readonly Evidence[];
  /** What options add, by name; those that add nothing, as far as one knows, are not there. */
  readonly options: Readonly<Record<string, OptionFinding>>;
}

/** More are not looked at; no real command has as many. */
const MAX_OPTIONS = 5000;

/**
 * The effects of a command as its name, its description, its options and what is known of programs tell them.
 *
 * Shape: `{ path: ["gh", "repo", "delete"] }` → `{ effects: { destructive: true, deletes: ["repo"], network: true },
 * evidence: [{ field: "destructive", value: true, reason: "\"delete\" in the name", source: "name" }, …], options: {} }`.
 * Nothing is stated without evidence; what nobody knows is absent. That nothing is written or destroyed is stated only for
 * programs of the table, and for commands whose own name reads while nothing speaks against it: neither the description nor
 * an option such as `--yes`. A description alone only ever speaks of harm.
 * Limits: 5,000 options; linear in the length of all texts. Never throws.
 */
export function inferEffects({ path, description, options, arguments: positional }: InferableCommand): InferredEffects {
  const words = path.filter((word) => typeof word === 'string' && word !== '');
  const looked = optionsIn(options);
  const row = programRow(words);
  const findings = row ? [rowFinding(row)] : guess(words, description, looked);
  const family = NETWORK_FAMILIES.get(words[0] ?? '');
  if (family !== undefined)
    findings.push({ effects: { network: true }, reason: `${words[0]} ${family}`, source: 'program' });
  findings.push(...argumentFindings(positional));
  return {
    effects: mergeEffects(...findings.map(({ effects }) => effects)),
    evidence: findings.flatMap(toEvidence),
    options: raises(looked, row),
  };
}

function rowFinding([, kind, reason]: ProgramRow): Finding {
  return { effects: effectsOfKind(kind), reason, source: 'program' };
}

function guess(words: readonly string[], description: unknown, options: readonly LookedAtOption[]): Finding[] {
  const name = nameFinding(words);
  const object = words.at(-1) ?? 'something';
  const described = descriptionFinding(description, object);
  if (!name) return described ? [described] : [];
  if (name.kind !== 'read') {
    const adds = name.kind !== 'destroy' && described?.effects.destructive === true;
    return adds ? [name, described] : [name];
  }
  // A reading name is believed only while nothing speaks against it.
  if (described) return [described];
  return options.some(isSafeguard) ? [] : [name];
}

function raises(options: readonly LookedAtOption[], row: ProgramRow | undefined): Record<string, OptionFinding> {
  const found: Record<string, OptionFinding> = {};
  for (const option of options) {
    // Long ones first: `-p` is `--paginate` to git, and `--patch` to its log.
    const flags = option.flags.toSorted((a, b) => Number(b.startsWith('--')) - Number(a.startsWith('--')));
    const known = flags.map((flag) => flagRow(row, flag)).find((what) => what !== undefined);
    if (known?.[0] === 'nothing') continue;
    const raise = known ? { effects: effectsOfKind(known[0]), reason: known[1] } : optionFinding(option);
    if (raise) setOwn(found, option.name, raise);
  }
  return found;
}

/** A positional that is where the output goes. */
function argumentFindings(positional: unknown): Finding[] {
  const list: unknown[] = Array.isArray(positional) ? positional.slice(0, MAX_OPTIONS) : [];
  return list.flatMap((argument): Finding[] => {
    const name = isRecord(argument) && typeof argument['name'] === 'string' ? argument['name'].slice(0, 80) : '';
    if (!/^(?:output|out|outfile|output[-_ ]?(?:file|path|dir|directory))$/i.test(name)) return [];
    return [
      { effects: effectsOfKind('make'), reason: `the argument "${name}" is where it writes`, source: 'argument' },
    ];
  });
}

function optionsIn(options: unknown): LookedAtOption[] {
  const list: unknown[] = Array.isArray(options) ? options.slice(0, MAX_OPTIONS) : [];
  return list.flatMap((option): LookedAtOption[] => {
    if (!isRecord(option)) return [];
    const { name, flags, type, description } = option;
    if (typeof name !== 'string' || !Array.isArray(flags)) return [];
    const texts = flags.filter((flag): flag is string => typeof flag === 'string').map((flag) => flag.slice(0, 200));
    return [{ name, flags: texts, type, description, enum: option['enum'] }];
  });
}
