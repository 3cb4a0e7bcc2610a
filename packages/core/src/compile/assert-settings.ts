import { assertRecord } from '../commands/assert-shape.ts';
import { documentError } from '../commands/document-error.ts';
import type { CompileSettings } from '../types/provider.ts';

const CHOICES: Readonly<Record<keyof CompileSettings, readonly unknown[]>> = {
  strict: [true, false],
  globalOptions: ['required', 'all', 'none'],
  examples: [true, false],
  strategy: ['discrete', 'action'],
  geminiSchema: ['openapi', 'json-schema'],
};

/**
 * Refuses settings that would be taken for others: types do not reach what comes from a configuration or a request.
 *
 * @throws AtipValidationError naming the setting and its choices
 */
export function assertSettings(settings: CompileSettings): void {
  const fields = assertRecord(settings, '/settings');
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = fields[name];
    if (value !== undefined && !choices.includes(value))
      throw documentError('The settings cannot be used', `/${name}`, `is none of ${choices.join(', ')}`, value);
  }
}
