import { type AtipEffects, callEffects, type FlatCommand, type Parameter, parametersOf } from '@atip/core';

export interface DetailParameter {
  /** What models call it. */
  readonly key: string;
  /** As on a command line: `"<repository>"`, `"-y, --yes"`. */
  readonly spelling: string;
  /** `"string"`, `"string, several"`, `"one of: open, closed"`. */
  readonly type: string;
  readonly required: boolean;
  /** As JSON; absent where there is none. */
  readonly standard?: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** True for the tool's own options. */
  readonly global: boolean;
  /** What giving it adds; absent where it adds nothing. */
  readonly effects?: AtipEffects;
}

/** Most values of an enumeration that are named. */
const MAX_VALUES = 12;

/** A command's arguments and options for a person. */
export function detailParameters(command: FlatCommand): readonly DetailParameter[] {
  const bare = { ...command, command: [], effects: {} };
  return parametersOf(command).map((parameter) => {
    const { key, kind, source, required, global } = parameter;
    const effects = source['x-effects'] && callEffects(bare, { [key]: true });
    return {
      key,
      spelling: kind === 'option' ? source.flags.join(', ') : `<${source.name}>`,
      type: typeOf(parameter),
      required,
      ...(source.default !== undefined && { standard: JSON.stringify(source.default) }),
      description: source.description,
      deprecated: source['x-deprecated'] === true,
      global,
      ...(effects && { effects }),
    };
  });
}

function typeOf({ kind, source }: Parameter): string {
  const several = kind === 'argument' && source.variadic === true ? ', several' : '';
  const { enum: values } = source;
  if (values === undefined || values.length === 0) return source.type + several;
  const more = values.length > MAX_VALUES ? `, … ${values.length - MAX_VALUES} more` : '';
  return `one of ${values.slice(0, MAX_VALUES).join(', ')}${more}${several}`;
}
