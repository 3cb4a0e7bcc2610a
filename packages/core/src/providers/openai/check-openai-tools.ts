import { isRecord } from '../../json/is-record.ts';
import type { AcceptanceSettings } from '../../schema/acceptance-settings.ts';
import { checkToolList } from '../../schema/check-tool-list.ts';
import { openAIRules } from '../../schema/openai-rules.ts';
import type { Issue } from '../../types/issue.ts';

/** UTF-16 units; enforced until spring 2025, by compatible back ends still; sentry-mcp#106. */
const SAFE_DESCRIPTION = 1024;

/**
 * Checks tools of OpenAI's Chat Completions: function tools, and the names of custom ones.
 *
 * @see OpenAI API specification 2.3.0, FunctionObject
 */
export function checkOpenAITools(tools: readonly unknown[], settings: AcceptanceSettings): Issue[] {
  const { strict, limits = 'current' } = settings;
  return checkToolList(tools, {
    // "Expected an array with maximum length 128"; zed#32946.
    max: [128, 'oa-tools-max'],
    // openai-node 7.57, FunctionDefinition; 400 "string does not match pattern" in 5ire#33.
    name: { pattern: /^[\w-]+$/, code: 'oa-name-chars', lengthCode: 'oa-name-len', max: 64 },
    description: ['oa-desc', 'info'],
    read({ type, function: function_, custom }, path, report) {
      const isCustom = type === 'custom';
      const body = isCustom ? custom : function_;
      if ((type !== 'function' && !isCustom) || !isRecord(body)) {
        report('tool-shape', path, 'Must be { type: "function", function: { … } }.');
        return undefined;
      }
      const at = `/${type}`;
      const { description, parameters } = body;
      if (typeof description === 'string' && description.length > SAFE_DESCRIPTION) {
        const message = `Older back ends take ${SAFE_DESCRIPTION} characters.`;
        report('oa-desc-len', `${path}${at}/description`, message, limits === 'legacy' ? 'error' : 'warning');
      }
      if (isCustom || parameters === undefined) return { at, body };
      const rules = openAIRules(strict || body['strict'] === true ? limits : undefined);
      return { at, body, schemas: [['parameters', parameters, rules]] };
    },
  });
}
