import type { AtipArgument } from '../../types/parameter.ts';
import { recordsOf, textOf, textsOf } from '../shared/fields.ts';
import type { Fields } from '../shared/read-foreign.ts';
import type { FigCode } from './fig-losses.ts';
import { isWord } from './read-options.ts';
import { readValues } from './read-values.ts';

/** The positional arguments of a command, those included that Fig writes as required options without a dash. */
export function readArguments(spec: Fields, lose: (code: FigCode) => void): AtipArgument[] {
  const own = recordsOf(spec['args']).map((arg, index) => readArgument(arg, `argument${index + 1}`, lose));
  const words = recordsOf(spec['options']).filter(isWord);
  const more = words.map((option): AtipArgument => {
    const [arg = {}] = recordsOf(option['args']);
    const [name = ''] = textsOf(option['name']);
    const harmful = option['isDangerous'] === true && { 'x-effects': { destructive: true } };
    return { ...readArgument(arg, '', lose), name, description: textOf(option['description']), ...harmful };
  });
  return [...own, ...more];
}

function readArgument(arg: Fields, fallback: string, lose: (code: FigCode) => void): AtipArgument {
  return {
    name: textOf(arg['name']) || fallback,
    description: textOf(arg['description']),
    ...readValues(arg, lose),
    ...(arg['isOptional'] === true && { required: false }),
    ...(arg['isVariadic'] === true && { variadic: true }),
  };
}
