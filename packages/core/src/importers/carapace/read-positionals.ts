import { asRecord } from '../../json/as-record.ts';
import type { AtipArgument } from '../../types/parameter.ts';
import { readUsage } from '../help/read-usage.ts';
import { listOf, textOf, textsOf } from '../shared/fields.ts';
import type { Fields } from '../shared/read-foreign.ts';
import type { CarapaceCode } from './carapace-losses.ts';
import { readCompletion } from './read-completion.ts';

const MAX_USAGE = 1000;

/**
 * The positional arguments: as the usage after the name has them, with the values of `completion`; without a usage, as many as
 * have values. Nothing says then whether they have to be given, so that is left to the program.
 */
export function readPositionals(spec: Fields, lose: (code: CarapaceCode) => void): AtipArgument[] {
  const { positional, positionalany } = asRecord(spec['completion']);
  const texts = textsOf(asRecord(spec['documentation'])['positional']);
  const facts = (Array.isArray(positional) ? positional : []).map((list) => readCompletion(list, lose));
  const any = positionalany === undefined ? undefined : readCompletion(positionalany, lose);
  const usage = usageOf(spec);
  if (usage.length > 0)
    return usage.map((argument, at): AtipArgument => {
      const fact = facts[at] ?? (argument.variadic === true || at >= facts.length ? any : undefined);
      const described = { ...argument, description: argument.description || (texts[at] ?? '') };
      return fact === undefined || fact.type === 'string' ? described : { ...described, ...fact };
    });
  const known = facts.map(
    (fact, at): AtipArgument => ({ name: `argument${at + 1}`, description: texts[at] ?? '', ...fact, required: false }),
  );
  const rest: AtipArgument[] = any
    ? [
        {
          name: 'arguments',
          description: textOf(listOf(asRecord(spec['documentation'])['positionalany'])[0]),
          ...any,
          required: false,
          variadic: true,
        },
      ]
    : [];
  return [...known, ...rest];
}

/** What stands after the name, such as `[OPTIONS] FILE...`. */
function usageOf({ name }: Fields): readonly AtipArgument[] {
  const text = textOf(name);
  if (!/\s/.test(text) || text.length > MAX_USAGE) return [];
  const { arguments: own, commandArguments } = readUsage([{ text, indent: 0, number: 1 }], undefined);
  return [...own, ...commandArguments];
}
