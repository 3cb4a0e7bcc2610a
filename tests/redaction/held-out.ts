// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hashes begin with a dollar sign.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { type Form, makeForms } from './form.ts';

/** 60 forms with other values and wordings, written when the rules were done. */
export const HELD_OUT_FORMS: readonly Form[] = makeForms(
  [
    ['log line with a token', '2026-01-01 12:00:01 DEBUG connecting with token=⟦{p24}⟧ to upstream'],
    ['pretty JSON', '{\n    "refresh_token" : "⟦{w40}⟧",\n    "expires_in" : 3600\n}'],
    ['OAuth answer', '{"access_token":"⟦{w80}⟧","token_type":"bearer"}'],
    ['form body', 'grant_type=password&username=me&password=⟦{p12}⟧&scope=x'],
    ['form body, encoded twice', 'data=grant_type%253Dpassword%2526password%253D⟦{p12}⟧'],
    ['curl with a header', "curl -H 'X-Api-Key: ⟦{p32}⟧' https://h/"],
    ['curl verbose', '> Authorization: Bearer ⟦{w60}⟧\n> Accept: */*'],
    ['curl with basic', 'curl --user admin:⟦{p10}⟧ https://h/'],
    ['wget', 'wget --password=⟦{p10}⟧ https://h/x'],
    ['psql address', 'psql postgresql://app:⟦{p16}⟧@db:5432/shop'],
    ['redis address', 'REDIS_URL=redis://:⟦{p20}⟧@cache:6379/0'],
    ['amqp address', 'amqps://svc:⟦{p20}⟧@mq.example.com/vhost'],
    ['mongo address', 'mongodb+srv://root:⟦{p18}⟧@c0.ab1.mongodb.net/?retryWrites=true'],
    ['env', 'HOME=/root\nSLACK_SIGNING_SECRET=⟦{h32}⟧\nLANG=C'],
    ['export', 'export GH_TOKEN=⟦{a40}⟧'],
    ['env of Windows', 'set DB_PASSWORD=⟦{p12}⟧'],
    ['docker run', 'docker run -e MYSQL_ROOT_PASSWORD=⟦{p12}⟧ mysql'],
    ['docker login', 'docker login -u me -p ⟦{p14}⟧ registry.example.com'],
    ['docker inspect', '"Env": [\n  "POSTGRES_PASSWORD=⟦{p14}⟧",\n  "PATH=/bin"\n]'],
    ['compose', 'environment:\n  - MYSQL_PASSWORD=⟦{p14}⟧\n'],
    ['kubectl get secret', 'data:\n  password: ⟦{a18}==⟧\n  username: YWRtaW4=\n'],
    ['kubectl literal', 'kubectl create secret generic x --from-literal=password=⟦{p12}⟧'],
    ['helm', 'helm install x --set auth.password=⟦{p12}⟧'],
    ['terraform state', '"password": "⟦{p20}⟧",\n"sensitive_attributes": []'],
    ['terraform.tfvars', 'db_password = "⟦{p20}⟧"'],
    ['ansible', 'ansible_become_pass: ⟦{p12}⟧'],
    ['ansible ssh', 'web1 ansible_ssh_pass=⟦{p12}⟧ ansible_user=me'],
    ['vault read', 'Key              Value\n---              -----\npassword         ⟦{p20}⟧\n'],
    ['vault token', 'token                ⟦hv~s.{a24}⟧\ntoken_accessor       x'],
    ['rails', 'secret_key_base: ⟦{h128}⟧'],
    ['laravel', 'APP_KEY=base64:⟦{b43}=⟧'],
    ['django', "SECRET_KEY = 'django-insecure-⟦{a50}⟧'"],
    ['wordpress', "define( 'DB_PASSWORD', '⟦{p12}⟧' );"],
    ['php array', "'password' => '⟦{p12}⟧',"],
    ['maven settings', '<server><id>x</id><username>me</username><password>⟦{p12}⟧</password></server>'],
    ['nuget config', '<add key="ClearTextPassword" value="⟦{p12}⟧" />'],
    ['gradle', 'signing.password=⟦{p12}⟧'],
    ['tomcat', '<user username="admin" password="⟦{p12}⟧" roles="manager-gui"/>'],
    ['openvpn auth in config', 'auth-user-pass\nusername me\npassword ⟦{p12}⟧\n'],
    ['nmcli', '802-11-wireless-security.psk:            ⟦{p16}⟧'],
    ['hostapd', 'wpa_passphrase=⟦{p12}⟧'],
    ['cisco', 'enable secret 5 ⟦$~1${a4}${m22}⟧'],
    ['snmp', 'snmpget -v3 -u me -A ⟦{p12}⟧ host'],
    ['ldap', 'ldapsearch -x -D cn=admin -w ⟦{p12}⟧ -b dc=x'],
    ['smb', 'mount -t cifs //s/x /m -o username=me,password=⟦{p12}⟧'],
    ['rclone', '[s3]\ntype = s3\nsecret_access_key = ⟦{b40}⟧\n'],
    ['boto', 'aws_session_token=⟦{b200}⟧'],
    ['aws sts', '"SessionToken": "⟦{b200}⟧"'],
    [
      'gcp account',
      '"private_key_id": "x",\n"private_key": "-----BEGIN PRI~VATE KEY-----\\n⟦{b64}⟧\\n-----END PRI~VATE KEY-----\\n"',
    ],
    ['azure login', 'az login --service-principal -u x -p ⟦{a3}8Q\u007f{a34}⟧ --tenant t'],
    ['azure key', '"key1": "x", "primaryKey": "⟦{b86}==⟧"'],
    ['heroku config', 'STRIPE_KEY:            ⟦s~k_live_{a24}⟧'],
    ['npm whoami', 'npm config set //r/:_authToken ⟦np~m_{a36}⟧'],
    ['pip', 'pip install --index-url https://__token__:⟦py~pi-AgE{w80}⟧@pypi.example.com/simple'],
    ['git clone', "Cloning 'https://oauth2:⟦gl~pat-{w20}⟧@gitlab.com/a/b.git'"],
    ['JSON web token', 'id_token: ⟦ey~J{w30}.ey~J{w120}.{w86}⟧'],
    ['cookie', 'Set-Cookie: sid=⟦{a40}⟧; Path=/; HttpOnly'],
    ['created user', 'User created. Password: ⟦{p10}⟧'],
    ['generated', 'Generated API key: ⟦{a32}⟧ (shown once)'],
    ['unknown vendor', 'use ⟦zq~x_live_{a28}⟧ now'],
  ],
  4,
);

const ROOT = new URL('../../', import.meta.url).pathname;

function run(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    return stdout ?? '';
  }
}

const read = (path: string): string => readFileSync(ROOT + path, 'utf8');

/** What real programs on this machine print, and sources of others; what is not installed prints nothing. */
export function heldOutOrdinary(): readonly (readonly [kind: string, text: string])[] {
  const manual = (page: string): readonly [string, string] => [`man ${page}`, run('man', '-P', 'cat', page)];
  const help = (program: string, ...args: string[]): readonly [string, string] => [
    [program, ...args].join(' '),
    run(program, ...args),
  ];
  const sources = (folder: string): readonly [string, string] => [
    folder,
    readdirSync(`${ROOT}node_modules/${folder}`)
      .filter((name) => /\.(?:[cm]?js|d\.[cm]?ts)$/.test(name))
      .map((name) => read(`node_modules/${folder}/${name}`).slice(0, 400_000))
      .join('\n'),
  ];
  const outputs: readonly (readonly [string, string])[] = [
    ...['git-credential', 'git-config', 'curl', 'ssh', 'passwd', 'shadow.5', 'openssl-passwd', 'sudo', 'wget'].map(
      manual,
    ),
    ...['git-log', 'tar', 'rsync', 'crypt.5', 'login', 'bash', 'gpg', 'apt-get', 'systemd-creds'].map(manual),
    help('docker', 'login', '--help'),
    help('docker', 'run', '--help'),
    help('kubectl', 'create', 'secret', 'generic', '--help'),
    help('kubectl', 'create', 'token', '--help'),
    help('terraform', '-help'),
    help('npm', 'help', 'token'),
    help('git', 'log', '-p', '-3', '9cfd371', '--', 'packages/node'),
    help('git', 'log', '--stat', '-40', '9cfd371'),
    help('npm', 'ls', '--all'),
    help('ls', '-lR', 'packages/core/src'),
    ['package-lock.json', read('package-lock.json')],
    ['biome.json', read('biome.json')],
    ['web sources', run('git', 'grep', '-h', '', '9cfd371', '--', 'web/src/*.tsx')],
    ['node sources', run('git', 'grep', '-h', '', '9cfd371', '--', 'packages/node/src/*/*.ts', ':!*.test.ts')],
    ['server sources', run('git', 'grep', '-h', '', '9cfd371', '--', 'server/src/*.ts', ':!*.test.ts')],
    ['documentation', run('git', 'grep', '-h', '', '9cfd371', '--', 'docs/*.md')],
    sources('typescript/lib'),
    sources('hono/dist'),
    sources('zod/v4/core'),
    sources('ajv/dist'),
  ];
  return outputs.filter(([, text]) => text !== '');
}
