import type { AcceptanceSettings } from '../../schema/acceptance-settings.ts';
import { checkToolList } from '../../schema/check-tool-list.ts';
import { openAIRules } from '../../schema/openai-rules.ts';
import type { Issue } from '../../types/issue.ts';

/**
 * Checks tools of OpenAI's Responses API: function tools, custom ones by name, namespaces with what is in them.
 *
 * Tools that the provider hosts, such as `web_search`, are not checked, which a warning says.
 * @see OpenAI API specification 2.3.0, FunctionToolParam, NamespaceToolParam
 */
export function checkOpenAIResponsesTools(tools: readonly unknown[], settings: AcceptanceSettings): Issue[] {
  const { strict, limits = 'current' } = settings;
  const pattern = /^[\w-]+$/;
  return checkToolList(tools, {
    // In no specification; Azure's number, a namespace counted too.
    max: [128, 'oa-tools-max'],
    wrapper: ['tools', true],
    // 128 in the specification; Chat, and the namespaces of calls, have 64.
    name: { pattern, code: 'or-name', max: limits === 'legacy' ? 64 : 128, safe: 64 },
    description: ['or-desc', 'info'],
    read(body, path, report) {
      const { type, name, parameters, description, tools: members } = body;
      if (type === 'namespace') {
        if (!description || !Array.isArray(members) || members.length === 0)
          report('or-ns', path, 'A namespace needs a description and tools.');
        return { body, name: { pattern, code: 'or-ns', max: 64 } };
      }
      if (type === 'custom') return { body };
      if (type !== 'function') {
        const isHosted = typeof type === 'string' && name === undefined;
        if (isHosted) report('or-hosted', path, 'A hosted tool? It is not checked.', 'warning');
        else report('tool-shape', path, 'Must be { type: "function", name, … }.');
        return undefined;
      }
      // The API then chooses, and the model fills what is optional with "" and 0; vercel/ai#11869.
      if (typeof body['strict'] !== 'boolean')
        report('or-strict-explicit', path, 'Write strict, true or false.', 'warning');
      if (parameters === undefined || parameters === null) return { body };
      const rules = openAIRules(strict || body['strict'] === true ? limits : undefined);
      return { body, schemas: [['parameters', parameters, rules]] };
    },
  });
}
