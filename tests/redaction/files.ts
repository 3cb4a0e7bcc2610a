// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hashes begin with a dollar sign.
import { below, type Random } from './logs.ts';
import { type Form, makeForms } from './form.ts';

/** A private key in PEM, of random bytes. */
function pem(kind: string, random: Random): string {
  const bytes = Buffer.from(Array.from({ length: 520 }, () => below(random, 256))).toString('base64');
  const marker = (word: string): string => `-----${word} ${kind}PRIVATE ${'KEY'}-----`;
  return [marker('BEGIN'), ...(bytes.match(/.{1,64}/g) ?? []), marker('END'), ''].join('\n');
}

function base64Pem(kind: string, random: Random): string {
  return Buffer.from(pem(kind, random)).toString('base64');
}

/** Every line but the first characters of the first is a secret. */
function wrapped(base64: string, width: number, indent: string): string {
  const lines = base64.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  return lines.map((line) => `${indent}⟦${line}⟧`).join('\n');
}

const ROWS: readonly (readonly [kind: string, template: string | ((random: Random) => string)])[] = [
  ['kubeconfig', (random) => `users:\n- name: a\n  user:\n    client-key-data: ⟦${base64Pem('RSA ', random)}⟧\n`],
  ['kubeconfig in JSON', (random) => `{"user":{"client-key-data":"⟦${base64Pem('EC ', random)}⟧","x":1}}`],
  ['base64 PEM', (random) => `⟦${base64Pem('', random)}⟧`],
  ['base64 PEM, 76 columns', (random) => `$ base64 key.pem\n${wrapped(base64Pem('RSA ', random), 76, '')}\n$ ls\n`],
  ['base64 PEM, indented', (random) => `  key: |\n${wrapped(base64Pem('OPENSSH ', random), 64, '    ')}\n  b: 1\n`],
  ['private key', (random) => pem('EC ', random).replaceAll(/^[^-].*$/gm, '⟦$&⟧')],
  ['aws credentials', '[default]\naws_access_key_id = ⟦AK~IA{c16}⟧\naws_secret_access_key = ⟦{b40}⟧\n'],
  ['aws key and secret on a line', '⟦AK~IA{c16}⟧ ⟦{b40}⟧'],
  ['aws credentials as CSV', 'Access key ID,Secret access key\n⟦AK~IA{c16}⟧,⟦{b40}⟧\n'],
  ['aws key and secret with a colon', 's3fs passwd: ⟦AK~IA{c16}⟧:⟦{b40}⟧'],
  ['wireguard', '[Peer]\nPublicKey = {b43}=\nPresharedKey = ⟦{b43}=⟧\n'],
  ['wireguard interface', '[Interface]\nPrivateKey = ⟦{b43}=⟧\nAddress = 10.0.0.2/32\n'],
  ['age', '# public key: age1{k58}\n⟦AGE-SEC~RET-KEY-1{K58}⟧'],
  ['age, post-quantum', '⟦AGE-SEC~RET-KEY-PQ-1{K58}⟧'],
  ['age plugin', '⟦AGE-PLU~GIN-YUBIKEY-1{K34}⟧'],
  ['shadow, SHA-512', 'root:⟦$~6${m16}${m86}⟧:19000:0:99999:7:::'],
  ['shadow, yescrypt', 'me:⟦$~y$j9T${m22}${m43}⟧:19800:0:99999:7:::'],
  ['shadow, MD5', 'me:⟦$~1${m8}${m22}⟧:19800:0:99999:7:::'],
  ['bcrypt', 'htpasswd: me:⟦$~2y$10${m53}⟧'],
  ['bcrypt in a query', "INSERT INTO users VALUES (1, 'me', '⟦$~2b$12${m53}⟧')"],
  ['argon2', '⟦$~argon2id$v=19$m=65536,t=3,p=4${b22}${b43}⟧'],
  ['htpasswd of Apache', 'me:⟦$~apr1${m8}${m22}⟧'],
  ['IDENTIFIED BY', "CREATE USER 'app'@'%' IDENTIFIED BY '⟦{p12}⟧';"],
  ['IDENTIFIED WITH … BY', "ALTER USER me IDENTIFIED WITH caching_sha2_password BY '⟦{p12}⟧'"],
  ['WITH PASSWORD', "CREATE ROLE app WITH LOGIN PASSWORD '⟦{p12}⟧';"],
  ['XML element', '<adminPassword>⟦{p12}⟧</adminPassword>'],
  ['XML element with a namespace', '<wsse:Password Type="text">⟦{p12}⟧</wsse:Password>'],
  ['temporary password', 'Your temporary password is: ⟦{p12}⟧'],
  ['temporary password of MySQL', '[Note] A temporary password is generated for root@localhost: ⟦{p9}!x⟧'],
  ['redis-cli -a', 'redis-cli -h cache -a ⟦{p16}⟧ ping'],
  ['mysql -p', 'mysql -h db -uroot -p⟦{p12}⟧ shop'],
  ['mysqldump -p in quotes', "mysqldump --single-transaction -u root -p'⟦{p12}⟧' shop"],
  ['mysql -p in a process list', 'root  12  0.0 /usr/bin/mysql -p⟦{p12}⟧'],
  ['DD-APPLICATION-KEY', 'DD-APPLICATION-KEY: ⟦{h40}⟧'],
  ['X-Auth-Key', '> X-Auth-Key: ⟦{h37}⟧'],
  ['netrc', 'machine api.example.com login me password ⟦{p12}⟧'],
  ['netrc over lines', 'machine api.example.com\n  login me\n  password ⟦{p12}⟧\n'],
  ['pgpass', 'db.example.com:5432:shop:me:⟦{p12}⟧'],
  ['npmrc', '//registry.npmjs.org/:_authToken=⟦{u}⟧'],
  ['docker config', '{"auths":{"r.io":{"auth":"⟦{a30}==⟧"}}}'],
  ['curl -u', 'curl -u me:⟦{p12}⟧ https://api.example.com/'],
  ['git remote', 'origin https://me:⟦{p20}⟧@git.example.com/x.git (fetch)'],
  ['connection string', 'Server=db;Database=x;User Id=me;Password=⟦{p12}⟧;Encrypt=true'],
  ['azure storage', 'AccountName=x;AccountKey=⟦{b86}==⟧;EndpointSuffix=core.windows.net'],
  ['wpa_supplicant', 'network={\n  ssid="home"\n  psk="⟦{p12}⟧"\n}'],
];

/** 45 files and commands as they stand in outputs. */
export const FILES: readonly Form[] = makeForms(ROWS, 3);
