import { buildRequest } from '@atip/core';
import { EXAMPLES } from '@atip/core/internal';
import type { Asked } from './asked.ts';

const PROMPT = 'Write here what you want done.';

/**
 * A request for a POSIX shell with curl; with jq the answer's calls are printed, without it all of the answer.
 *
 * The body is in a quoted here-document, in which a shell changes nothing; no line of indented JSON ends it. There are no
 * comments, since zsh takes none that is typed or pasted.
 */
export function curlText({ provider, strict, tools, model }: Asked): string {
  const { endpoint } = EXAMPLES[provider];
  if (endpoint === undefined) throw new Error('MCP has no request that carries tools.');
  const { base, baseVariable, path, keyHeader, keyVariable, headers, jq } = endpoint;
  const body = plainJson({ ...endpoint.ask(PROMPT), ...buildRequest(provider, tools, { strict }) });
  const isModelInBody = !path.includes('{model}');
  const [keyName, prefix] = keyHeader;
  const host = base.replace('{region}', `\${AWS_REGION:-us-east-1}`);
  // Not `$model:`, which zsh reads as a modifier.
  const address = `\${${baseVariable}:-${host}}${path.replace('{model}', () => `\${model}`)}`;
  const fixed = Object.entries(headers).map(([name, value]) => `  -H '${name}: ${value}' \\`);
  return [
    `model='${model}'`,
    isModelInBody ? '{ printf \'{\\n  "model": "%s",\\n\' "$model"; cat <<\'ATIP_BODY\'' : "cat <<'ATIP_BODY' |",
    isModelInBody ? body.replace(/^\{\n/, '') : body,
    'ATIP_BODY',
    ...(isModelInBody ? ['} |'] : []),
    `curl -sS "${address}" \\`,
    `  -H "${keyName}: ${prefix}\${${keyVariable}:?is not set}" \\`,
    ...fixed,
    "  -H 'Content-Type: application/json' \\",
    '  --data-binary @- |',
    'if command -v jq >/dev/null',
    `then jq '(${jq} | select(length > 0)) // .'`,
    'else cat',
    'fi',
    '',
  ].join('\n');
}

/** Sign and emoji are told apart by U+FE0F, which therefore may stand after a sign. Line feeds are the indentation's own. */
const UNSEEN = /(?!\n)[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Z}|(?!\ufe0f)\p{Default_Ignorable_Code_Point}|(?<!\p{S})\ufe0f/gu;

/**
 * A value as indented JSON to paste anywhere: invisible characters, such as U+202E, are written as `\u202e`.
 *
 * It contains neither U+2028, which ended a line of older JavaScript, nor `!`, by which a shell repeats its history.
 */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(UNSEEN, (unseen) => unseen.split('').map(escaped).join(''))
    .replaceAll('!', escaped);
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
