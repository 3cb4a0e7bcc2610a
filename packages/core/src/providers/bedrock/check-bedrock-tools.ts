import { isRecord } from '../../json/is-record.ts';
import type { AcceptanceSettings } from '../../schema/acceptance-settings.ts';
import { checkToolList } from '../../schema/check-tool-list.ts';
import type { SchemaRules } from '../../schema/rule.ts';
import { isBadKey, isRoot, rootUnions, wellFormed } from '../../schema/schema-rules.ts';
import type { Issue } from '../../types/issue.ts';

/** What a schema may hold is the model's affair; Claude refuses on Bedrock what it refuses elsewhere, idp#709. */
export const BEDROCK_RULES: SchemaRules = {
  root: 'br-root',
  all: wellFormed(),
  keywords: [rootUnions(['br-root-comb', 'Claude refuses it.', isRoot, 'warning'])],
  keys: [['br-propkey', 'Claude refuses it.', isBadKey, 'warning']],
};

/**
 * Checks tools of Bedrock's Converse API: `toolSpec`; `cachePoint` and `systemTool` are let through.
 *
 * @see AWS, API_runtime_ToolSpecification; @aws-sdk/client-bedrock-runtime 3.1163.0
 */
export function checkBedrockTools(tools: readonly unknown[], { strict }: AcceptanceSettings): Issue[] {
  return checkToolList(tools, {
    name: { pattern: /^[\w-]+$/, code: 'br-name', max: 64 },
    description: ['br-desc', 'info'],
    read({ toolSpec: body, cachePoint, systemTool }, path, report) {
      const members = [body, cachePoint, systemTool].filter((member) => member !== undefined);
      if (members.length !== 1 || !isRecord(members[0])) report('tool-shape', path, 'Must be { toolSpec: { … } }.');
      if (!isRecord(body)) return undefined;
      const at = '/toolSpec';
      const { inputSchema } = body;
      // Optional, at least one character.
      if (body['description'] === '') report('br-desc', `${path}${at}/description`, 'Must not be empty.');
      if (strict || body['strict'] === true) report('br-strict', path + at, 'Some models refuse strict.', 'warning');
      return { at, body, schemas: [['inputSchema/json', isRecord(inputSchema) && inputSchema['json'], BEDROCK_RULES]] };
    },
  });
}
