import type { AcceptanceSettings } from '../../schema/acceptance-settings.ts';
import { checkToolList } from '../../schema/check-tool-list.ts';
import type { Issue } from '../../types/issue.ts';
import { GEMINI_JSON_SCHEMA_RULES, GEMINI_PARAMETERS_RULES } from './check-gemini-schema.ts';

/**
 * Checks Gemini's function declarations, bare or wrapped in `{ functionDeclarations: [ … ] }`, in either dialect.
 *
 * Tools that the provider hosts, such as `googleSearch`, are not known here. How deep schemas may be nested is not published.
 * @see @google/genai 3.1.0 FunctionDeclaration; Gemini discovery document 20260816
 */
export function checkGeminiTools(tools: readonly unknown[], settings: AcceptanceSettings): Issue[] {
  const isLegacy = settings.limits === 'legacy';
  return checkToolList(tools, {
    // "At most 512 function declarations can be specified"; gemini-cli#19083. Older documents of Vertex: 128.
    max: [isLegacy ? 128 : 512, 'ge-max'],
    wrapper: ['functionDeclarations', false],
    // genai 3.1.0: "Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores, dots,
    // colons and dashes, with a maximum length of 128"; 64 before 2026.
    name: { pattern: /^[A-Za-z_][\w.:-]*$/, code: 'ge-name', max: isLegacy ? 64 : 128, safe: 64 },
    // Required by the discovery document, optional in the SDK.
    description: ['ge-desc', 'warning'],
    read(body, path, report) {
      const { parameters, parametersJsonSchema: schema } = body;
      if (parameters !== undefined && schema !== undefined)
        report('tool-shape', path, 'parameters and parametersJsonSchema exclude each other.');
      if (schema !== undefined && settings.geminiSchema === 'openapi')
        report('ge-jsonschema', `${path}/parametersJsonSchema`, 'Older back ends do not know it.', 'warning');
      const schemas = [
        ['parameters', parameters, GEMINI_PARAMETERS_RULES],
        ['parametersJsonSchema', schema, GEMINI_JSON_SCHEMA_RULES],
      ] as const;
      return { body, schemas: schemas.filter(([, value]) => value !== undefined) };
    },
  });
}
