import type { AtipParamType } from '../../types/parameter.ts';
import { isRecord } from '../../json/is-record.ts';
import { listOf, textOf, textsOf } from '../shared/fields.ts';
import type { Fields } from '../shared/read-foreign.ts';
import type { FigCode } from './fig-losses.ts';

/** Type, default and allowed values of what takes one. */
export interface ValueFields {
  readonly type: AtipParamType;
  readonly default?: string;
  readonly enum?: string[];
}

/** Reads what an argument takes. Suggestions are all there is only where nothing else adds to them. */
export function readValues(arg: Fields, lose: (code: FigCode) => void): ValueFields {
  const templates = listOf(arg['template']);
  const preset = textOf(arg['default']);
  const shown = preset === '' ? {} : { default: preset };
  if (arg['generators'] !== undefined || arg['loadSpec'] !== undefined) lose('import-lost-generator');
  if (templates.includes('filepaths')) return { type: 'file', ...shown };
  if (templates.includes('folders')) return { type: 'directory', ...shown };
  const suggestions = listOf(arg['suggestions']);
  if (suggestions.some(hasText)) lose('import-lost-value-text');
  const open = arg['generators'] !== undefined || templates.length > 0;
  const values = open ? [] : textsOf(suggestions.flatMap(namesOfSuggestion));
  return values.length > 0 ? { type: 'enum', ...shown, enum: values } : { type: 'string', ...shown };
}

function namesOfSuggestion(suggestion: unknown): readonly unknown[] {
  return isRecord(suggestion) ? listOf(suggestion['name']).slice(0, 1) : [suggestion];
}

function hasText(suggestion: unknown): boolean {
  return isRecord(suggestion) && textOf(suggestion['description']) !== '';
}
