import type { FlatCommand } from '../types/flat-command.ts';
import { type ParameterShape, shapeOf } from './parameter-shape.ts';
import { type Parameter, parametersOf } from './parameters.ts';

/** A parameter as a provider's schema will show it. */
export interface CompiledParameter {
  readonly parameter: Parameter;
  readonly shape: ParameterShape;
}

/** The parameters that are sent to models: the command's own, and of the global options those without which nothing runs. */
export function compiledParameters(command: FlatCommand): CompiledParameter[] {
  return parametersOf(command)
    .filter((parameter) => !parameter.global || parameter.required)
    .map((parameter) => ({ parameter, shape: shapeOf(parameter) }));
}
