import { type Form, fillTemplate, makeForms } from './form.ts';

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

/** Breaks a text as a terminal of 80 columns does. */
function fold(text: string): string {
  return text.replaceAll(/(.{80})(?=.)/g, '$1\n');
}

/** Where a fold falls into a secret, each of the parts is one. */
function folded(before: string, secret: string): string {
  const lines = fold(before + secret).split('\n');
  return [`${before}⟦${lines[0]?.slice(before.length)}⟧`, ...lines.slice(1).map((line) => `⟦${line}⟧`)].join('\n');
}

/** 34 ways to write a key with its secret, encoded, quoted, wrapped or in the form of a data format. */
export const ENCODINGS: readonly Form[] = makeForms(
  [
    ['URL-encoded pair', 'body: user%3Dme%26password%3D⟦{p12}⟧%26x%3D1'],
    ['URL-encoded pair, lower case', 'redirect=https%3a%2f%2fh%2f%3ftoken%3d⟦{p20}⟧'],
    ['URL-encoded JSON', 'q=%7B%22password%22%3A%22⟦{p12}⟧%22%7D'],
    ['URL-encoded header', 'h=Authorization%3A%20Bearer%20⟦{w30}⟧&x=1'],
    ['URL-encoded header with a plus', 'h=Authorization%3A+Basic+⟦{b24}⟧'],
    ['JSON', '{"user":"me","password":"⟦{p14}⟧"}'],
    ['JSON in JSON', '{"body":"{\\"password\\":\\"⟦{p14}⟧\\"}"}'],
    ['JSON in JSON in JSON', '{"m":"{\\"body\\":\\"{\\\\\\"password\\\\\\":\\\\\\"⟦{p14}⟧\\\\\\"}\\"}"}'],
    ['HTML entities', '&quot;password&quot;:&quot;⟦{p14}⟧&quot;'],
    ['numeric HTML entities', '&#34;apiKey&#34;: &#34;⟦{p20}⟧&#34;'],
    ['escaped quotes of JSON', '{"x":"\\u0022password\\u0022:\\u0022⟦{p14}⟧\\u0022"}'],
    ['YAML', 'db:\n  password: ⟦{p14}⟧\n'],
    ['YAML block', 'db:\n  password: |\n    ⟦{p14}⟧\n  host: h\n'],
    ['YAML folded block', 'api_key: >-\n  ⟦{p24}⟧\nnext: 1\n'],
    ['YAML name and value', '- name: DB_PASSWORD\n  value: ⟦{p14}⟧\n- name: X\n'],
    ['JSON name and value', '{"name":"DB_PASSWORD","value":"⟦{p14}⟧"}'],
    ['JSON name and value over lines', '{\n  "Name": "API_TOKEN",\n  "Value": "⟦{p24}⟧"\n}'],
    ['TOML', 'api_token = "⟦{p24}⟧"'],
    ['Java properties', 'spring.datasource.password=⟦{p14}⟧'],
    ['Ruby', '{:user=>"me", :password=>"⟦{p14}⟧"}'],
    ['Go struct', '{User:me Password:⟦{p14}⟧ Host:h}'],
    ['Python tuple', "[('user', 'me'), ('password', '⟦{p14}⟧')]"],
    ['Python bytes', "{b'password': b'⟦{p14}⟧'}"],
    ['PowerShell', '$env:API_TOKEN = "⟦{p24}⟧"'],
    ['Dockerfile ENV with a space', 'ENV API_TOKEN ⟦{p24}⟧'],
    ['table of AWS CLI', '|  SecretAccessKey |  ⟦{b40}⟧  |'],
    ['nested table of AWS CLI', '||  SecretAccessKey |  ⟦{b40}⟧                      ||'],
    ['JWT behind an underscore', 'session_⟦ey~J{w20}.ey~J{w60}.{w43}⟧'],
    ['JWT behind a hyphen', 'sess-⟦ey~J{w20}.ey~J{w60}.{w43}⟧'],
    ['token wrapped at 80 columns', (random) => folded(`${'x'.repeat(55)} `, fillTemplate('gh~p_{a36}', random))],
    ['JWT wrapped at 80 columns', (random) => folded('got ', fillTemplate('ey~J{w30}.ey~J{w160}.{w43}', random))],
    ['value wrapped at 80 columns', (random) => folded(`${'x '.repeat(30)}token=`, fillTemplate('{p40}', random))],
    ['base64 of credentials behind Basic', (random) => `Basic ⟦${toBase64(fillTemplate('me:{p14}', random))}⟧`],
    ['colours inside', 'password=⟦{p5}⟧\u001b[0m⟦{p7}⟧'],
  ],
  2,
);
