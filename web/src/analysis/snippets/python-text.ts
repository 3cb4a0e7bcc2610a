import type { Endpoint } from './endpoints.ts';
import { plainJson } from './plain-json.ts';

/**
 * A request for Python 3.8 or newer with nothing but its standard library; the answer's calls are printed.
 *
 * @param body without the model
 */
export function pythonText(endpoint: Endpoint, model: string, body: object, isModelInBody: boolean): string {
  const { base, baseVariable, path, keyHeader, keyVariable, headers, python } = endpoint;
  const [keyName, prefix] = keyHeader;
  const standard = base.includes('{region}')
    ? `"${base.replace('{region}', '" + (os.environ.get("AWS_REGION") or "us-east-1") + "')}"`
    : `"${base}"`;
  const url = path.includes('{model}') ? `BASE + "${path.replace('{model}', '" + MODEL + "')}"` : `BASE + "${path}"`;
  const key = prefix === '' ? 'KEY' : `"${prefix}" + KEY`;
  const lines = [`    "Content-Type": "application/json",`, `    "${keyName}": ${key},`];
  for (const [name, value] of Object.entries(headers)) lines.push(`    "${name}": "${value}",`);
  return [
    'import json, os, sys, urllib.error, urllib.request',
    '',
    `MODEL = "${model}"`,
    `BASE = os.environ.get("${baseVariable}") or ${standard}`,
    `KEY = os.environ.get("${keyVariable}") or sys.exit("Set ${keyVariable} first.")`,
    '',
    `BODY = ${jsonInPython(body)}`,
    ...(isModelInBody ? ['BODY["model"] = MODEL'] : []),
    '',
    'HEADERS = {',
    ...lines,
    '}',
    '',
    `request = urllib.request.Request(${url}, json.dumps(BODY).encode(), HEADERS)`,
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        answer = json.load(response)',
    'except urllib.error.HTTPError as error:',
    '    sys.exit(f"{error.code}: {error.read().decode()}")',
    '',
    'calls = []',
    ...python,
    'for call in calls or [answer]:',
    '    print(json.dumps(call, indent=2))',
    '',
  ].join('\n');
}

/** A value in Python, as a raw text that is read: Python's `True` and `None` are spelt otherwise than JSON's. */
export function jsonInPython(value: unknown): string {
  return `json.loads(r'''\n${plainJson(value)}\n''')`;
}
