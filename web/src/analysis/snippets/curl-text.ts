import type { Endpoint } from './endpoints.ts';
import { plainJson } from './plain-json.ts';

/**
 * A request for a POSIX shell with curl; with jq the answer's calls are printed, without it all of the answer.
 *
 * The body is in a quoted here-document, in which a shell changes nothing; no line of indented JSON ends it. There are no
 * comments, since zsh takes none that is typed or pasted.
 *
 * @param body without the model
 */
export function curlText(endpoint: Endpoint, model: string, body: object, isModelInBody: boolean): string {
  const { base, baseVariable, path, keyHeader, keyVariable, headers, jq } = endpoint;
  const [keyName, prefix] = keyHeader;
  const host = base.replace('{region}', `\${AWS_REGION:-us-east-1}`);
  // Not `$model:`, which zsh reads as a modifier.
  const address = `\${${baseVariable}:-${host}}${path.replace('{model}', () => `\${model}`)}`;
  const fixed = Object.entries(headers).map(([name, value]) => `  -H '${name}: ${value}' \\`);
  return [
    `model='${model}'`,
    isModelInBody ? '{ printf \'{\\n  "model": "%s",\\n\' "$model"; cat <<\'ATIP_BODY\'' : "cat <<'ATIP_BODY' |",
    isModelInBody ? plainJson(body).replace(/^\{\n/, '') : plainJson(body),
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
