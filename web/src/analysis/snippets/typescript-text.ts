import type { Endpoint } from './endpoints.ts';
import { plainJson } from './plain-json.ts';

/**
 * A request in TypeScript that is JavaScript, too, with nothing but what Node has; the answer's calls are printed.
 *
 * @param body without the model
 */
export function typescriptText(endpoint: Endpoint, model: string, body: object, isModelInBody: boolean): string {
  const { base, baseVariable, path, keyHeader, keyVariable, headers, typescript } = endpoint;
  const [keyName, prefix] = keyHeader;
  const region = `\${process.env.AWS_REGION || 'us-east-1'}`;
  const standard = base.includes('{region}') ? `\`${base.replace('{region}', () => region)}\`` : `'${base}'`;
  const url = `\`\${BASE}${path.replace('{model}', () => `\${MODEL}`)}\``;
  const lines = [
    "    'Content-Type': 'application/json',",
    `    '${keyName}': ${prefix === '' ? 'KEY' : `\`${prefix}\${KEY}\``},`,
    ...Object.entries(headers).map(([name, value]) => `    '${name}': '${value}',`),
  ];
  return [
    `const MODEL = '${model}';`,
    `const BASE = process.env.${baseVariable} || ${standard};`,
    `const KEY = process.env.${keyVariable};`,
    `if (!KEY) throw new Error('Set ${keyVariable} first.');`,
    '',
    `const body = ${jsonInTypeScript(body).replace(/^\{/, isModelInBody ? '{\n  "model": MODEL,' : '{')};`,
    '',
    `const response = await fetch(${url}, {`,
    "  method: 'POST',",
    '  headers: {',
    ...lines,
    '  },',
    '  body: JSON.stringify(body),',
    '});',
    'const text = await response.text();',
    "if (!response.ok) throw new Error(response.status + ': ' + text);",
    'const answer = JSON.parse(text);',
    '',
    'const calls = [];',
    ...typescript,
    'for (const call of calls.length > 0 ? calls : [answer]) console.log(JSON.stringify(call, null, 2));',
    '',
  ].join('\n');
}

/** A value as a literal. `"__proto__": {}` would set what an object inherits from; in brackets it is a key like any other. */
export function jsonInTypeScript(value: unknown): string {
  return plainJson(value).replace(/^( *)"__proto__":/gm, '$1["__proto__"]:');
}
