import { isRecord } from '../../json/is-record.ts';
import type { AcceptanceSettings } from '../../schema/acceptance-settings.ts';
import { allowsValue } from '../../schema/allows-value.ts';
import { checkToolList } from '../../schema/check-tool-list.ts';
import type { Report, SchemaRules } from '../../schema/rule.ts';
import { isBadKey, isRoot, rootUnions, wellFormed } from '../../schema/schema-rules.ts';
import type { Schema } from '../../schema/walk-schema.ts';
import type { Issue } from '../../types/issue.ts';
import { checkAnthropicStrict } from './check-anthropic-strict.ts';

/** Documented for a whole request, of which tools are a part. */
const MAX_CACHE_POINTS = 4;

/** What an input schema may be, strict or not. */
export const ANTHROPIC_RULES: SchemaRules = {
  // SDK 1.12: `type: 'object'` is not optional.
  root: 'an-root-object',
  // "JSON schema is invalid. It must match JSON Schema draft 2020-12"; claude-code#63673.
  all: wellFormed('an-2020'),
  // "input_schema does not support oneOf, allOf, or anyOf at the top level"; claude-code#5319. `not` and `if` pass.
  keywords: [rootUnions(['an-root-comb', 'Not allowed at the root.', isRoot])],
  // "Property keys should match pattern", at the root only; composio#3500, idp#709.
  keys: [['an-propkey', 'Must be 1 to 64 of A-Z a-z 0-9 _ . -', isBadKey]],
};

/**
 * Checks tools of Anthropic's Messages API, those of strict tools together.
 *
 * A tool that the provider defines (`type` other than `custom`) is only checked for what it must not have, which a
 * warning says. Tools of managed agents may have no `$ref` either, which is not checked.
 * @see Anthropic, "Define tools"
 */
export function checkAnthropicTools(tools: readonly unknown[], settings: AcceptanceSettings): Issue[] {
  const strict = checkAnthropicStrict(ANTHROPIC_RULES);
  let cachePoints = 0;
  return checkToolList(tools, {
    // netclaw#1133 and claude-code#96152 have 128; claude-code#3102 had 64.
    name: { pattern: /^[\w-]+$/, code: 'an-name', max: settings.limits === 'legacy' ? 64 : 128, safe: 64 },
    description: ['an-desc', 'info'],
    read(body, path, report) {
      const { type, input_schema: schema } = body;
      if (isRecord(body['cache_control'])) {
        cachePoints += 1;
        if (cachePoints > MAX_CACHE_POINTS) report('an-cache', path, `At most ${MAX_CACHE_POINTS} cache points.`);
        // "cannot have both"; CLIProxyAPI#4561.
        if (body['defer_loading'] === true) report('an-defer-cache', path, 'A deferred tool cannot be cached.');
      }
      const isServer = typeof type === 'string' && type !== 'custom';
      checkExamples(body, `${path}/input_examples`, isServer, report);
      if (isServer) {
        report('an-server', path, "The provider's own tool? It is not checked.", 'warning');
        return undefined;
      }
      const isStrict = settings.strict || body['strict'] === true;
      return { body, schemas: [['input_schema', schema, isStrict ? strict.rules : ANTHROPIC_RULES]] };
    },
    end: strict.end,
  });
}

/** Documented: each must be valid under the schema, else 400; not on the provider's own tools. */
function checkExamples(
  { input_examples, input_schema }: Schema,
  path: string,
  isServer: boolean,
  report: Report,
): void {
  if (input_examples === undefined) return;
  const isFine = (example: unknown): boolean => isRecord(example) && allowsValue(input_schema, example);
  if (isServer || !Array.isArray(input_examples)) report('an-examples', path, 'Must be a list, on a tool of yours.');
  else
    for (const [index, example] of input_examples.entries())
      if (!isFine(example)) report('an-examples', `${path}/${index}`, 'The input schema refuses it.');
}
