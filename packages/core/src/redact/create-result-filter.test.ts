// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what programs print and people write.
import { expect, test } from 'vitest';
import { createResultFilter } from './create-result-filter.ts';
import { PRIVATE_KEY, PUTTY_KEY, SECRET_EXAMPLES } from '../testing/example-secrets.ts';

function filter(text: string): string {
  return createResultFilter([]).filter(text, 'tool');
}

test.each([
  ['password=hunter2', 'password=[REDACTED]'],
  ['password=x', 'password=[REDACTED]'],
  ['password: hunter2', 'password: [REDACTED]'],
  ['password : hunter2', 'password : [REDACTED]'],
  ['PASSWORD = hunter2', 'PASSWORD = [REDACTED]'],
  ['{"password":"hunter2","user":"me"}', '{"password":"[REDACTED]","user":"me"}'],
  ['{"password": "two words, \\"quoted\\""}', '{"password": "[REDACTED]"}'],
  ['{\\"password\\":\\"hunter2\\"}', '{\\"password\\":\\"[REDACTED]\\"}'],
  ["{'password': 'hunter2'}", "{'password': '[REDACTED]'}"],
  ['passwd=hunter2', 'passwd=[REDACTED]'],
  ['pwd:hunter2', 'pwd:[REDACTED]'],
  ['db_pass=hunter2', 'db_pass=[REDACTED]'],
  ['PGPASSWORD=p@ss,w;rd', 'PGPASSWORD=[REDACTED]'],
  ['<password>hunter2</password>', '<password>[REDACTED]</password>'],
  ['login --password hunter2 --user me', 'login --password [REDACTED] --user me'],
  ["login --password 'two words' x", "login --password '[REDACTED]' x"],
  ['password=""', 'password=""'],
  ['Basic dTpw', '[REDACTED]'],
  ['login --api-key=abc', 'login --api-key=[REDACTED]'],
  ['?token=abc&user=me', '?token=[REDACTED]&user=me'],
  ['{token: abc, user: me}', '{token: [REDACTED], user: me}'],
  ['client_secret => abc', 'client_secret => [REDACTED]'],
  ['AWS_SECRET_ACCESS_KEY=wJalr/XUtn+FEMI', 'AWS_SECRET_ACCESS_KEY=[REDACTED]'],
  ['api_key=abc apikey=def API key: ghi', 'api_key=[REDACTED] apikey=[REDACTED] API key: [REDACTED]'],
  ['Authorization: Bearer abc', 'Authorization: [REDACTED]'],
  ['authorization: Basic dTpw', 'authorization: [REDACTED]'],
  ["-H 'Authorization: token abc'", "-H 'Authorization: [REDACTED]'"],
  ['Bearer abc123', '[REDACTED]'],
  ['Basic dXNlcjpwYXNz', '[REDACTED]'],
  ['https://me:hunter2@host/path', 'https://me:[REDACTED]@host/path'],
  ['https://abcdefghijklmnop1234@host', 'https://[REDACTED]@host'],
  ['postgres://me:p%40ss@db:5432/x', 'postgres://me:[REDACTED]@db:5432/x'],
  ['postgres://me:p@ss@db/x', 'postgres://me:[REDACTED]@db/x'],
  ['postgres://me:p/s@s@db/x', 'postgres://me:[REDACTED]@db/x'],
  ['Set-Cookie: session=abc; HttpOnly\nx', 'Set-Cookie: [REDACTED]\nx'],
  ["curl -H 'Cookie: a=b; c=d' https://h", "curl -H 'Cookie: [REDACTED]' https://h"],
  ['{"cookie":"a=b; c=d","x":1}', '{"cookie":"[REDACTED]","x":1}'],
  ['SignedHeaders=host, Signature=0a1b2c3d4e5f60718293', 'SignedHeaders=host, Signature=[REDACTED]'],
  ['https://h/x?X-Amz-Signature=0a1b2c3d4e5f60718293&y=1', 'https://h/x?X-Amz-Signature=[REDACTED]&y=1'],
  ['?sv=2020&sig=Zx9qWv7Lm3Np5Rt8%3D&se=1', '?sv=2020&sig=[REDACTED]&se=1'],
  ['"auth": "dXNlcjpwYXNzd29yZA=="', '"auth": "[REDACTED]"'],
  ['_auth=dXNlcjpwYXNz', '_auth=[REDACTED]'],
  ['//registry.npmjs.org/:_authToken=abc', '//registry.npmjs.org/:_authToken=[REDACTED]'],
  ['machine h login me password abc', 'machine h login me password [REDACTED]'],
  ['  login me password abc', '  login me password [REDACTED]'],
  ['curl -s -u me:abc https://h', 'curl -s -u me:[REDACTED] https://h'],
  ["curl --user 'me:abc' https://h", "curl --user 'me:[REDACTED]' https://h"],
  ['mysql -u root -pabc db', 'mysql -u root -p[REDACTED] db'],
  ['sshpass -p abc ssh h', 'sshpass -p [REDACTED] ssh h'],
  ['pass: abc', 'pass: [REDACTED]'],
  ['pw=abc psk="d e" credentials=f', 'pw=[REDACTED] psk="[REDACTED]" credentials=[REDACTED]'],
  ['<add key="Password" value="a b"/>', '<add key="Password" value="[REDACTED]"/>'],
  ['db.example:5432:app:me:abc', 'db.example:5432:app:me:[REDACTED]'],
  ['Bearer abcdefgh', '[REDACTED]'],
  ['token abc123def', 'token [REDACTED]'],
  ['secret hunter22x and more', 'secret [REDACTED] and more'],
  ['Driver=x;UID=me;PWD=abc;', 'Driver=x;UID=me;PWD=[REDACTED];'],
  ['Pwd=abc', 'Pwd=[REDACTED]'],
  ['curl -u me:abc -U you:def h', 'curl -u me:[REDACTED] -U you:[REDACTED] h'],
  ['| password | abc |', '| password | [REDACTED] |'],
  ['| id | 7 |\n| admin_password | hunter2 |\n| x | y |', '| id | 7 |\n| admin_password | [REDACTED] |\n| x | y |'],
  ['  │ Access Token  │ abc123def │ 2026 │', '  │ Access Token  │ [REDACTED] │ 2026 │'],
  ['password:\nhunter2\nnext', 'password:\n[REDACTED]\nnext'],
  ['  password:\n    swordfish', '  password:\n    [REDACTED]'],
  ['API key: \n"abc-123"\n', 'API key: \n"[REDACTED]"\n'],
  ['token=\nQUJDREVGRw==\nnext', 'token=\n[REDACTED]\nnext'],
  ['password:\r\nhunter2\r\n', 'password:\n[REDACTED]\n'],
  ['password hunter2', 'password [REDACTED]'],
  ['secret abc\nx', 'secret [REDACTED]\nx'],
  ['Basic YWJj', '[REDACTED]'],
  ['password == "hunter2"', 'password == "[REDACTED]"'],
  ['DB_PASSWORD=${DB_PASSWORD:-hunter2}', 'DB_PASSWORD=[REDACTED]}'],
  ['password=$ecret123', 'password=[REDACTED]'],
  ['password=abc(def', 'password=[REDACTED]'],
  ['"password":" x"', '"password":"[REDACTED]"'],
  ['password: "$PASSWORD-1x"', 'password: "[REDACTED]"'],
  ['password: |\n  hunter22x\nb: 1', 'password: |\n  [REDACTED]\nb: 1'],
  ['- name: DB_PASSWORD\n  value: hunter2\n', '- name: DB_PASSWORD\n  value: [REDACTED]\n'],
  ['{"name":"DB_PASSWORD","value":"hunter2"}', '{"name":"DB_PASSWORD","value":"[REDACTED]"}'],
  ['a=1%26password%3Dhunter2%26b', 'a=1%26password%3D[REDACTED]%26b'],
  ['&quot;token&quot;: &quot;a b&quot;', '&quot;token&quot;: &quot;[REDACTED]&quot;'],
  ['Authorization%3A%20Bearer%20abc123&x', 'Authorization%3A%20[REDACTED]&x'],
  ['<adminPassword>a b</adminPassword>', '<adminPassword>[REDACTED]</adminPassword>'],
  ["IDENTIFIED BY 'hunter2';", "IDENTIFIED BY '[REDACTED]';"],
  ['ENV DB_TOKEN abc', 'ENV DB_TOKEN [REDACTED]'],
  ['A password for me: a1b2c3;x', 'A password for me: [REDACTED]'],
  ['define("X_TOKEN", "abc123d4")', 'define("X_TOKEN", "[REDACTED]")'],
  ['redis-cli -a abc ping', 'redis-cli -a [REDACTED] ping'],
  ['openssl enc -aes-256-cbc -k abc -in a', 'openssl enc -aes-256-cbc -k [REDACTED] -in a'],
  ['requirepass abc\n', 'requirepass [REDACTED]\n'],
  ['CONFIG SET requirepass "abc"', 'CONFIG SET requirepass "[REDACTED]"'],
  ['redis-server --requirepass abc --port 1', 'redis-server --requirepass [REDACTED] --port 1'],
  [
    "kubectl create secret generic x --from-literal=a='b c' --from-literal d=e",
    "kubectl create secret generic x --from-literal=a='[REDACTED]' --from-literal d=[REDACTED]",
  ],
  [
    'kubectl create secret docker-registry r --docker-password=abc',
    'kubectl create secret docker-registry r --docker-password=[REDACTED]',
  ],
  ['docker login -u me -p abc r.io', 'docker login -u me -p [REDACTED] r.io'],
  ['ldapsearch -x -w abc', 'ldapsearch -x -w [REDACTED]'],
  ['snmpget -v3 -A abc h', 'snmpget -v3 -A [REDACTED] h'],
  ['https://0a1b2c3d4e5f60718293:@h/v1', 'https://[REDACTED]:@h/v1'],
  ['{"a":"p\\u0061ssword=hunter2x"}', '{"a":"p\\u0061ssword=[REDACTED]"}'],
  ['{"u":"postgres:\\/\\/app:hunter2x@db\\/x"}', '{"u":"postgres:\\/\\/app:[REDACTED]@db\\/x"}'],
  ['password&#x3d;hunter2x', 'password&#x3d;[REDACTED]'],
  ["smbclient '//h/s' -U 'me%hunter2x'", "smbclient '//h/s' -U 'me%[REDACTED]'"],
  ['mongodump -u me -p hunter2x --db x', 'mongodump -u me -p [REDACTED] --db x'],
  ['7za x -p"hunter2x" a', '7za x -p"[REDACTED]" a'],
  ['rar a -hphunter2x a.rar dir', 'rar a -hp[REDACTED] a.rar dir'],
  ['unzip -P hunter2x a.zip', 'unzip -P [REDACTED] a.zip'],
  ['htpasswd -nbB me hunter2x', 'htpasswd -nbB me [REDACTED]'],
  ['vault login -no-print s.abcdEFGH12345678', 'vault login -no-print [REDACTED]'],
  ['sqlcmd -S h -U sa -P hunter2x', 'sqlcmd -S h -U sa -P [REDACTED]'],
  [
    'keytool -srcstorepass hunter2x -deststorepass hunter3x',
    'keytool -srcstorepass [REDACTED] -deststorepass [REDACTED]',
  ],
  ['plink -pw hunter2x me@h', 'plink -pw [REDACTED] me@h'],
  ['xfreerdp /u:me /p:hunter2x /v:h', 'xfreerdp /u:me /p:[REDACTED] /v:h'],
  ['lftp -u me,hunter2x ftp://h', 'lftp -u me,[REDACTED] ftp://h'],
  ['pdftotext -upw hunter2x a.pdf', 'pdftotext -upw [REDACTED] a.pdf'],
  ['cqlsh -u me -p hunter2x', 'cqlsh -u me -p [REDACTED]'],
  ['twine upload -u x -p hunter2x dist', 'twine upload -u x -p [REDACTED] dist'],
  ['HTTPBasicAuth("me", "hunter2x")', 'HTTPBasicAuth("me", "[REDACTED]")'],
  ['mot de passe : hunter2x', 'mot de passe : [REDACTED]'],
  ['kind: Secret\ndata:\n  tls.key: aGVsbG8gd29ybGQ=\n', 'kind: Secret\ndata:\n  tls.key: [REDACTED]\n'],
  [
    '- apiVersion: v1\n  data:\n    x: aGVsbG8=\n  kind: Secret\n- apiVersion: v1\n  data:\n    x: keep\n',
    '- apiVersion: v1\n  data:\n    x: [REDACTED]\n  kind: Secret\n- apiVersion: v1\n  data:\n    x: keep\n',
  ],
  [
    '{\n  "apiVersion": "v1",\n  "data": {\n    "x": "aGVsbG8="\n  },\n  "kind": "Secret"\n}',
    '{\n  "apiVersion": "v1",\n  "data": {\n    "x": "[REDACTED]"\n  },\n  "kind": "Secret"\n}',
  ],
  [
    '{"kind":"SecretList","items":[{"data":{"x":"aGVsbG8="}}]}',
    '{"kind":"SecretList","items":[{"data":{"x":"[REDACTED]"}}]}',
  ],
  [
    'kind: Secret\nstringData:\n  a.yml: |\n    some text\ntype: Opaque',
    'kind: Secret\nstringData:\n  a.yml: |\n    [REDACTED]\ntype: Opaque',
  ],
  ['name,url,password,note\nx,https://a,"hun,ter2x",n', 'name,url,password,note\nx,https://a,"[REDACTED]",n'],
  ['login;password\nme;hunter2x', 'login;password\nme;[REDACTED]'],
  ['user\ttoken\nme\tabcdEFGH1234', 'user\ttoken\nme\t[REDACTED]'],
  ['a REJfSE9TVD1kYgpEQl9QQVNTV09SRD1odW50ZXIyeA== b', 'a [REDACTED] b'],
])('redacts by context: %s', (text, expected) => {
  expect(filter(text)).toBe(expected);
});

test.each([
  'forgot password reset email',
  'Password:',
  'token: string;',
  '{"password": null}',
  'max_tokens: 4096',
  'Basic usage',
  'Basic JavaScript',
  'Basic HTML',
  'Bearer of bad news',
  'https://example.com/a:b@c',
  'user@example.com',
  '--token string   Token to use',
  'risk-management-and-some-longer-words',
  'commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad',
  'the 3 passwords of the file',
  'PWD=/home/me\nOLDPWD=/tmp',
  'http://localhost:5173/@vite/client',
  'Bearer authentication',
  'token sha256sum',
  'token src/a1b2.ts',
  '3 pass: 12 fail: 0',
  'PASS: test-a',
  'credentials: "include"',
  'docker run -u 1000:1000 x',
  'ps -p 12',
  'mkdir -pv x',
  'src/a.ts:1204:if:else:x',
  'a function with signature=inspect.signature',
  'Cookie: what a browser keeps',
  'Password:\nLast login: Mon Jul 13',
  'Password:\nSorry, try again.',
  'token:\n  type: string\n',
  'secret:\n  name: x\n',
  'password:\nrequired\n',
  'password:\n---------\n',
  'password:\n- one-of-them-1\n',
  'token:\n--token-file2\n',
  'password:\n\nhunter2',
  'token:\ntoken=\n',
  '| user | password | role |',
  '| password | string |',
  '| password | The password of the user |',
  '| token | created | expires |',
  '| --- | --- |\n| password | --- |',
  'a | password | abc |',
  'a public key: -----BEGIN PUBLIC KEY-----',
  'https://me:$TOKEN@host',
  'https://me:${TOKEN}@host',
  'curl -u me:$PASSWORD https://h',
  'curl -u user:password https://h',
  'openssl enc -k $PASS -in a',
  'openssl enc -kfile key.txt',
  'requirepass ""',
  'requirepass <password>',
  'requirepass option',
  'grep requirepass redis.conf',
  'requirepass sets what clients must say',
  'kubectl create configmap x --from-literal=mode=dark',
  'kubectl create secret generic x --from-literal=k=$VALUE',
  'authorization: string | undefined',
  'authorization: `Bearer ${token}`',
  'if (authorization === undefined)',
  'const token = (options: Options): string => x',
  'const TOKEN = /^[a-z]+$/;',
  'const X_TOKEN: Settings = read();',
  'private_key=path/to/id_rsa',
  'id-token: write',
  'password: |\n',
  'token::new()',
  "Token(type=IDENTIFIER, value='foo', line=3)",
  "token: 'if' (keyword)",
  "error: expected token: ';' at 3:7",
  'Unexpected token: }',
  'token: identifier at 4:2',
  'Password: 12 characters',
  'secret: 3',
  '--button-key: bold;',
  '--gap-token: 0.5rem; --size-token: 12px',
  '$color-token: #fff;',
  'colors.token: #FF00FF',
  '"password": "Confirm password"',
  '"password": "Password is required"',
  '"password": "Mot de passe"',
  '"password": "パスワード"',
  '"password": "密码"',
  'login.password=Passwort:',
  'WWW-Authenticate: Bearer error="invalid_token", error_description="The token expired"',
  'Www-Authenticate: Bearer resource_metadata="https://a.b/.well-known"',
  'arn:aws:secretsmanager:us-east-1:123456789012:secret:MySecret-a1b2c3',
  '# password = "changeme"',
  'API_TOKEN=replace_me',
  'password: example',
  'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
  'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'fix: password: trim before compare',
  'token:      1024 bytes',
  'ssh -p 2222 -i ~/.ssh/id_ed25519 me@host',
  'mysql -h db -P 3306 -p shop',
  'mongosh -u me -p --quiet',
  'redis-cli -h cache -p 6379 ping',
  '7z x a.7z -p -o/tmp',
  'unzip -p a.zip file.txt',
  "zip -r out.zip data -x '*.log'",
  'scp -P 22 a host:b',
  'vault login -method=userpass username=me',
  'curl -u me https://h',
  'user,role,password_set\nann,admin,true',
  'token,frequency\nthe,12034',
  'word,token,count\nthe,DET,12',
  'field,type,secret\nhost,string,false',
  'apiVersion: v1\nkind: ConfigMap\ndata:\n  url: https://a.b',
  'apiVersion: v1\ndata:\n  level: debug\nkind: ConfigMap',
  '{"kind":"ConfigMap","data":{"level":"debug"}}',
  'U2V0IHlvdXIgcGFzc3dvcmQgYXMgc29vbiBhcyB5b3UgY2Fu',
  'eyJwYXNzd29yZCI6IG51bGwsICJ0b2tlbiI6ICJzdHJpbmcifQ==',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'ck_editor_5_configuration_file',
  'secret-live-update-of-the-page',
  'https://user.name.with.long.name1:@host/x',
  'Passwort: muss mindestens 8 Zeichen haben',
  '     --oauth2-bearer <token> OAuth 2 Bearer Token\n -U, --proxy-user <user:password> Proxy user and password',
  'Usage: shop login <user> <password> [flags]',
  "title: 'Replace the secret by <secret>', edits: []",
  '  --key <KEY>  The key [env: API_KEY=]',
  'login --password= --name= -p= --client-token=  --tags=* --yes',
  'passwd:         files systemd\nshadow:         files',
  'password: !vault |',
  'token: !secret door_token',
  '.secret:hover { opacity: 1 }\n#password:focus{color:red}',
])('leaves %j alone', (text) => {
  expect(filter(text)).toBe(text);
});

test('does not change what it has redacted once', () => {
  const once = filter('password=hunter2 Authorization: Bearer abc123 https://u:p@h');
  expect(filter(once)).toBe(once);
});

test('sees through colours and zero-width characters', () => {
  const [, secret = ''] = SECRET_EXAMPLES[0] ?? [];
  const hidden = `${secret.slice(0, 9)}\u001b[0m${secret.slice(9, 20)}\u200b${secret.slice(20)}`;
  expect(filter(`token ${hidden}!`)).toBe('token [REDACTED]!');
});

const KEY = PRIVATE_KEY.join('\n');

test.each([
  ['a key over several lines', `a\n${KEY}\nb\n`, 'a\n[REDACTED]\nb\n'],
  ['text around it', `key: ${KEY} end`, 'key: [REDACTED] end'],
  ['indented', `data:\n  ${PRIVATE_KEY.join('\n  ')}\nb`, 'data:\n  [REDACTED]\nb'],
  ['on one line', `{"key":"${PRIVATE_KEY.join('\\n')}\\n"}`, '{"key":"[REDACTED]\\n"}'],
  ['without its end', `${PRIVATE_KEY.slice(0, 4).join('\n')}\nnext command, done`, '[REDACTED]\nnext command, done'],
  ['cut off at the end', PRIVATE_KEY.slice(0, 4).join('\n'), '[REDACTED]'],
  [
    'its first line in prose',
    `the line ${PRIVATE_KEY[0]} starts it\nand more`,
    'the line [REDACTED] starts it\nand more',
  ],
  [
    'without its end, before ordinary lines of one word',
    `${PRIVATE_KEY.slice(0, 4).join('\n')}\ndone\nsrc/a/long/path/to/some/file.ts\n`,
    '[REDACTED]\ndone\nsrc/a/long/path/to/some/file.ts\n',
  ],
  ['of one short line', `${PRIVATE_KEY[0]}\nMC4CAQAwBQYDK2VwBCIEIG\n${PRIVATE_KEY.at(-1)}\nafter`, '[REDACTED]\nafter'],
  [
    'only its first line, before a hash',
    `${PRIVATE_KEY[0]}\n9fceb02d0ae598e95dc970b74767f19372d61af8\n`,
    '[REDACTED]\n9fceb02d0ae598e95dc970b74767f19372d61af8\n',
  ],
  [
    'without its end in JSON',
    `{"key":"${PRIVATE_KEY.slice(0, 3).join('\\n')}","next":"ordinary"}`,
    '{"key":"[REDACTED]","next":"ordinary"}',
  ],
  ['in a program', `${PRIVATE_KEY.map((line) => `"${line}\\n" +`).join('\n')}\nnext();`, '"[REDACTED]\\n" +\nnext();'],
  ['two keys', `${KEY}\n${KEY}\n`, '[REDACTED]\n[REDACTED]\n'],
  ["PuTTY's", `a\n${PUTTY_KEY.join('\n')}\nb`, 'a\n[REDACTED]\nb'],
  ["PuTTY's on one line", `{"key":"${PUTTY_KEY.join('\\n')}"}`, '{"key":"[REDACTED]"}'],
  [
    "PuTTY's, without its end",
    `${PUTTY_KEY.slice(0, 7).join('\n')}\nnext command, done`,
    '[REDACTED]\nnext command, done',
  ],
  [
    "PuTTY's in prose",
    'Files begin with PuTTY-User-Key-File-3 or -2.\nand more',
    'Files begin with [REDACTED] or -2.\nand more',
  ],
])('removes private keys: %s', (_name, text, expected) => {
  expect(filter(text)).toBe(expected);
});

test('applies patterns of the caller after its own, without their state', () => {
  const sticky = /\d{3}/y;
  sticky.lastIndex = 2;
  const custom = createResultFilter([], { redactPatterns: [sticky, /REDACTED\]/g, /x*/] });
  expect(custom.filter('a 123 b 456 xx password=q', 't')).toBe(
    'a [[REDACTED] b [[REDACTED] [REDACTED] password=[[REDACTED]',
  );
  expect(custom.filter('123', 't')).toBe('[[REDACTED]');
});

test('redacts before it cuts', () => {
  const [, secret = ''] = SECRET_EXAMPLES[0] ?? [];
  const short = createResultFilter([], { maxLength: 20 });
  expect(short.filter(`0123456789 ${secret} tail`, 't')).toBe('0123456789 [REDACTED\n[TRUNCATED]');
  expect(short.filter('01234567890123456789', 't')).toBe('01234567890123456789');
  expect(short.filter('0123456789012345678😀', 't')).toBe('0123456789012345678\n[TRUNCATED]');
});

test.each([0, -1, 1.5, Number.NaN])('refuses a maximum length of %s', (maxLength) => {
  expect(() => createResultFilter([], { maxLength })).toThrow(RangeError);
});

test('can be told not to look for secrets', () => {
  const open = createResultFilter([], { redactSecrets: false, knownSecrets: ['hunter2hunter2'] });
  expect(open.filter(`password=x hunter2hunter2\n${KEY}`, 't')).toBe(`password=x [REDACTED]\n${KEY}`);
});

test.each([
  ['nothing', undefined],
  ['no list', { methods: 'token' }],
  ['null among methods', { methods: [null, { envVar: null }, { envVar: 7 }] }],
  ['a variable of 3 MB', { methods: [{ envVar: 'a'.repeat(3_000_000) }] }],
  ['no name of a variable', { methods: [{ envVar: 'e' }, { envVar: 'a b' }, { envVar: '.*|' }] }],
])('passes over what is no variable: %s', (_name, authentication) => {
  const tool = JSON.parse(JSON.stringify({ atip: '0.4', name: 'x', version: '1', description: 'd', authentication }));
  expect(createResultFilter([tool]).filter('--file=/etc e=1 a b=2 x=3', 'x')).toBe('--file=/etc e=1 a b=2 x=3');
});

test('takes 64 variables at most', () => {
  const methods = Array.from({ length: 65 }, (_, index) => ({ type: 'token' as const, envVar: `CRED_${index + 100}` }));
  const tool = { atip: '0.4', name: 'x', version: '1', description: 'd', authentication: { methods } };
  expect(createResultFilter([tool]).filter('CRED_163=a CRED_164=b', 'x')).toBe('CRED_163=[REDACTED] CRED_164=b');
});

test.each(['\u007f', '\u0085', '\u00ad', '\u200b', '\r', '\u0000', '\u{e0041}'])(
  'what cannot be seen does not hide a secret in an otherwise plain text: %j',
  (character) => {
    expect(filter(`a pass${character.replace('\r', '\u0001')}word=hun${character.replace('\r', '')}ter2 b`)).toBe(
      'a password=[REDACTED] b',
    );
    expect(filter(`a${character}`)).toBe(character === '\r' ? 'a\n' : 'a');
  },
);

test.each([
  'os.environ["TOKEN"] = "k9Xz3vQ2mL7pT4wB"',
  "$config['db_password'] = 'k9Xz3vQ2mL7pT4wB';",
  'settings["api_key"]="k9Xz3vQ2mL7pT4wB"',
  '<password>k9Xz3vQ2mL7pT4wB',
  '<password> k9Xz3vQ2mL7pT4wB </password>',
  '<token>!k9Xz3vQ2mL7pT4wB',
  'password: -k9Xz3vQ2mL7pT4wB',
  'password: !k9Xz3vQ2mL7pT4wB',
  'password=]k9Xz3vQ2mL7pT4wB',
  '.password:hover-k9Xz3vQ2mL7pT4wB',
])('finds the secret in %j', (text) => {
  expect(createResultFilter([]).filter(text, 'x')).not.toContain('k9Xz3vQ2mL7pT4wB');
});
