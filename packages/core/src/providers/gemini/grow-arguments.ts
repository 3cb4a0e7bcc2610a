import { updateAtPath } from '../../json/update-at-path.ts';
import type { Fail } from '../../types/raw-call.ts';

/** The arguments of a call that arrives in pieces. */
export interface GrowingArguments {
  readonly value: Record<string, unknown>;
  /** Paths of the texts of which more must follow. */
  readonly unfinished: Set<string>;
}

/**
 * Adds one of Vertex's `partialArgs` to the arguments.
 *
 * Shape: `{ jsonPath: "$.path", stringValue: "/tmp", willContinue: true }`; pieces of text with the same path are joined until
 * one says that it is the last. `$.tags[]` is an empty list.
 *
 * @throws AtipParseError when the path is not understood or does not fit, or the value was finished before
 */
export function growArguments(call: GrowingArguments, part: Readonly<Record<string, unknown>>, fail: Fail): void {
  const { jsonPath, stringValue, numberValue, boolValue, nullValue, willContinue } = part;
  const [, path = '', list] = /^(.*?)(\[\])?$/s.exec(String(jsonPath)) ?? [];
  const joins = call.unfinished.has(path);
  const isText = joins || willContinue === true;
  const given = stringValue ?? numberValue ?? boolValue ?? (nullValue === undefined ? undefined : null);
  const value = given !== undefined ? given : list ? [] : isText ? '' : undefined;
  const fits =
    value !== undefined &&
    (!isText || typeof value === 'string') &&
    updateAtPath(call.value, path, (present) => {
      if (present !== undefined && !joins) throw fail('gives an argument twice');
      return joins ? `${present}${value}` : value;
    });
  if (!fits) throw fail('has "partialArgs" that do not fit');
  if (willContinue === true) call.unfinished.add(path);
  else call.unfinished.delete(path);
}
