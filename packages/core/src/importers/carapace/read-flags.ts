import { asRecord } from '../../json/as-record.ts';
import { isRecord } from '../../json/is-record.ts';
import { isLegalFlag } from '../../metadata/legal-flag.ts';
import type { AtipOption } from '../../types/parameter.ts';
import { listOf, textOf, textsOf } from '../shared/fields.ts';
import { hasControl } from '../shared/has-control.ts';
import type { Fields } from '../shared/read-foreign.ts';
import type { CarapaceCode } from './carapace-losses.ts';
import { readCompletion } from './read-completion.ts';
import { readFlagKey } from './read-flag-key.ts';

type Lose = (code: CarapaceCode) => void;

/** The flags of a command, and those that every command below takes as well. */
export function readFlags(
  spec: Fields,
  lose: Lose,
): { readonly own: readonly AtipOption[]; readonly persistent: readonly AtipOption[] } {
  const read = (list: unknown): AtipOption[] =>
    Object.entries(asRecord(list)).flatMap(([key, value]) => readFlag(key, value, spec, lose));
  const own = read(spec['flags']);
  const persistent = read(spec['persistentflags']);
  const groups = listOf(spec['exclusiveflags']).map(textsOf);
  if (groups.length === 0) return { own, persistent };
  const excluded = exclusions(groups, [...own, ...persistent]);
  const withExclusions = (option: AtipOption): AtipOption => {
    const flags = excluded.get(option);
    return flags === undefined ? option : { ...option, 'x-exclusive': [...flags] };
  };
  return { own: own.map(withExclusions), persistent: persistent.map(withExclusions) };
}

function readFlag(key: string, value: unknown, spec: Fields, lose: Lose): AtipOption[] {
  const { spellings, takesValue, isOptional, repeats, isRequired, isHidden } = readFlagKey(key);
  const flags = spellings.filter((flag) => isLegalFlag(flag) && !hasControl(flag));
  const [first] = flags;
  if (first === undefined) {
    lose('import-lost-option');
    return [];
  }
  const fields = isRecord(value) ? value : { description: value };
  if (fields['nargs'] !== undefined && fields['nargs'] !== 0 && fields['nargs'] !== 1) {
    lose('import-lost-values');
    return [];
  }
  const name = bare(flags.find((flag) => flag.startsWith('--')) ?? flags.at(-1) ?? first);
  const completion = lookUp(asRecord(spec['completion'])['flag'], flags);
  const long = textOf(lookUp(asRecord(spec['documentation'])['flag'], flags));
  const short = textOf(fields['description']);
  const isLong = flags.some((flag) => flag.startsWith('--'));
  const base = { name, flags, description: short === '' ? long : short };
  const marks = {
    ...(isRequired && { required: true }),
    ...(isHidden && { 'x-deprecated': true }),
  };
  if (!takesValue) {
    const type = repeats ? ({ type: 'integer', 'x-count': true } as const) : ({ type: 'boolean' } as const);
    return [{ ...base, ...type, ...marks }];
  }
  const values = readCompletion(completion, lose);
  return [
    {
      ...base,
      ...values,
      ...(repeats && { type: 'array' as const }),
      // A value that may be left out has to be tied to its flag.
      ...(isOptional && !isLong && { 'x-value-style': 'equals' as const }),
      ...marks,
    },
  ];
}

/** What stands under any spelling of a flag, without its dashes. */
function lookUp(table: unknown, flags: readonly string[]): unknown {
  const known = asRecord(table);
  const flag = flags.find((spelling) => Object.hasOwn(known, bare(spelling)));
  return flag === undefined ? undefined : known[bare(flag)];
}

function bare(flag: string): string {
  return flag.replace(/^(?:--?|\+)/, '') || flag;
}

/** The flags that each flag shuts out, by the groups of names of which only one can be given. */
function exclusions(
  groups: readonly (readonly string[])[],
  options: readonly AtipOption[],
): ReadonlyMap<AtipOption, ReadonlySet<string>> {
  const byName = new Map(options.flatMap((option) => option.flags.map((flag) => [bare(flag), option] as const)));
  const excluded = new Map<AtipOption, Set<string>>();
  for (const names of groups) {
    const members = [...new Set(names.flatMap((name) => byName.get(bare(name)) ?? []))].slice(0, MAX_GROUP);
    for (const member of members) {
      const others = excluded.get(member) ?? new Set<string>();
      for (const other of members) if (other !== member) others.add(other.flags.at(-1) ?? '');
      excluded.set(member, others);
    }
  }
  return excluded;
}

/** Each member lists all the others. */
const MAX_GROUP = 100;
