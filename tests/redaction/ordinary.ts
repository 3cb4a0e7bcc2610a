// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what programs print and people write.
/** 39 outputs without a secret: what a filter takes out of them is taken by mistake. The first eight were once redacted. */
export const ORDINARY: readonly (readonly [kind: string, text: string])[] = [
  ['code: await', 'const token = await getToken();\nlet password = await prompt("Password: ");'],
  ['code: a type', 'function login(): Promise<Token>;\nconst token: Promise<Token> = load();'],
  ['code: getpass', 'password = getpass.getpass("Password: ")\ntoken = getpass("Token: ")'],
  ['YAML of CI', 'env:\n  TOKEN: ${{ secrets.X }}\n  API_KEY: ${{ secrets.DEPLOY_KEY }}\n'],
  ['compose file', 'environment:\n  PASSWORD: $PASSWORD\n  DB_PASSWORD: ${DB_PASSWORD:-}\n  TOKEN: "${TOKEN}"\n'],
  [
    'help of kubectl',
    "Usage:\n  kubectl config set-credentials NAME [--client-key=path/to/keyfile] [--token=bearer_token] [--username=basic_user] [--password=basic_password] [options]\n        Bearer token flags:\n        --token=bearer_token\n        --username=basic_user --password=basic_password\n    --password='':\n\tpassword for the user entry in kubeconfig\n    --token='':\n\ttoken for the user entry in kubeconfig\n  kubectl create secret docker-registry NAME --docker-username=user --docker-password=password --docker-email=email\n  kubectl create secret docker-registry my-secret --docker-password=DOCKER_PASSWORD --docker-email=DOCKER_EMAIL",
  ],
  ['prose: pass', 'We look at the tests that pass: from these we take the slowest. Those that pass: most of them.'],
  ['prose: password', 'Think about the password: who knows it, and when was it changed? A token: what is it for?'],
  [
    'hashes',
    'commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad\nsha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ],
  [
    'sha256sum',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  release.tar.gz\n5d41402abc4b2a76b9719d911017c592 *a.bin',
  ],
  ['UUIDs', 'id: 7d444840-9dc0-11d1-b245-5ffdce74fad2\nrequest 3f2504e0-4f89-41d3-9a0c-0305e82c3301 done'],
  [
    'package lock',
    '"node_modules/js-tokens": {\n  "version": "4.0.0",\n  "resolved": "https://registry.npmjs.org/js-tokens/-/js-tokens-4.0.0.tgz",\n  "integrity": "sha512-RdJUflcE3cUzKiMqQgsCu06FPu9UdIJO0beYbPhHN4k6apgJtifcoCtT9bcxOpYBtpD2kCM6Sbzg4CausW/PKQ=="\n}',
  ],
  [
    'Cargo lock',
    '[[package]]\nname = "secrecy"\nversion = "0.8.0"\nchecksum = "9bd1c54ea06cfd2f6b63219704de0b9b4f72dcc2b8fdef820be6cd799780e91e"',
  ],
  [
    'go.sum',
    'golang.org/x/oauth2 v0.21.0 h1:tsimM75w1tF/uws5rbeHzIWxEqelMehnc+iW793zsZs=\ngolang.org/x/oauth2 v0.21.0/go.mod h1:XYTD2NtWslqkgxebSiOHnXEap4TF09sJSc7H1sXbhtI=',
  ],
  [
    'yarn lock',
    'tokenizr@^1.0:\n  resolution: "tokenizr@npm:1.0.2"\n  checksum: 10c0/8f1c1ce1f8a9d4ea4b4a6b0b3b0d56e5a0a3e6a9fd6c2c97\n',
  ],
  ['base64 data', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='],
  [
    'image in a page',
    '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="token">',
  ],
  [
    'certificate',
    '-----BEGIN CERTIFICATE-----\nMIIBtjCCAVugAwIBAgITBmyf1XSXNmY/Owua2eiedgPySjAKBggqhkjOPQQDAjA5\nMQswCQYDVQQGEwJVUzEPMA0GA1UEChMGQW1hem9uMRkwFwYDVQQDExBBbWF6b24g\n-----END CERTIFICATE-----',
  ],
  [
    'certificate in kubeconfig',
    'clusters:\n- cluster:\n    certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM1ekNDQWMrZ0F3SUJBZ0lCQURBTkJna3Foa2lHOXcwQkFRc0ZBREFWTVJNd0VRWURWUVFERXdwcmRXSmwKY201bGRHVnpNQjRYRFRJ\n    server: https://10.0.0.1:6443',
  ],
  [
    'openssl x509',
    'Serial Number:\n    06:6c:9f:cf:99:bf:8c:0a:39:e2:f0:78:8a:43:e6:96:36:5b:ca\nSignature Algorithm: sha256WithRSAEncryption\nSubject: C = US, O = Amazon, CN = Amazon Root CA 1\n    Public Key Algorithm: rsaEncryption\n',
  ],
  [
    'public keys',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@host\n256 SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU github.com (ED25519)',
  ],
  [
    'git log',
    'a1b2c3d Refresh the token before it expires\nf0e1d2c Fix the password: the field was cut off\n0123abc secret manager: read versions\n',
  ],
  [
    'git diff',
    '-  const token = readToken(options.file);\n+  const token = options.token ?? readToken(options.file);\n+  if (password === undefined) throw new Error(`no password`);',
  ],
  [
    'ls',
    '-rw-r--r-- 1 me me  4096 Jan  1 12:00 password-reset.ts\ndrwxr-xr-x 2 me me  4096 Jan  1 12:00 secrets\n-rw------- 1 me me   411 Jan  1 12:00 token.txt\n',
  ],
  [
    'npm audit',
    'jsonwebtoken  <=8.5.1\nSeverity: high\njsonwebtoken unrestricted key type could lead to legacy keys usage - https://github.com/advisories/GHSA-8cf7-32gw-wr33\nfix available via `npm audit fix --force`',
  ],
  [
    'TypeScript',
    'export interface Login {\n  readonly token: AccessToken | undefined;\n  password: string;\n  secret?: Buffer;\n  apiKey: Secret<string>;\n}\nconst { token, password } = options;',
  ],
  [
    'Python',
    'def login(user: str, password: str, token: Optional[str] = None) -> Session:\n    return Session(user=user, password=password, token=os.environ["TOKEN"], secret=self.secret)\n',
  ],
  [
    'Go',
    'token := os.Getenv("TOKEN")\npassword, err := term.ReadPassword(fd)\ncfg := Config{Password: opts.Password, Token: token}\n',
  ],
  [
    'Rust',
    'let token: Option<String> = std::env::var("TOKEN").ok();\nlet secret = Secret::new(read_line()?);\nstruct Login<\'a> { password: &\'a str }\n',
  ],
  [
    'Java',
    'private final String password;\nString token = request.getHeader("X-Token");\nthis.secret = Objects.requireNonNull(secret);\n',
  ],
  [
    'shell',
    'TOKEN=$(cat /run/secrets/token)\nexport PASSWORD="$1"\nread -s -p "Password: " PASSWORD\ncurl -H "Authorization: Bearer $TOKEN" -u "$USER:$PASSWORD" "$URL"\n',
  ],
  [
    'terraform',
    'variable "password" {\n  sensitive = true\n}\nresource "db" "x" {\n  password = var.password\n  token    = data.vault.token\n}\n  + password = (sensitive value)\n  + api_key  = (known after apply)\n',
  ],
  [
    'docker inspect',
    '"Env": [\n  "PATH=/usr/local/bin:/usr/bin",\n  "NODE_VERSION=20.20.2",\n  "POSTGRES_PASSWORD_FILE=/run/secrets/db"\n],\n"ImageID": "sha256:9c7a54a9a43cca047013b82af109fe963fde787f63f9e016fdc3384500c2823d"',
  ],
  [
    'manual page',
    'The password is read from standard input. If no password is given, the user is asked.\n  -p, --password PASSWORD   password to use\n  --token-file FILE   read the token from FILE\nThe token type, token count and secret names are shown.\n',
  ],
  [
    'log of a service',
    '2026-07-12 10:00:00 INFO token refreshed for user 17 in 12 ms\nWARN password authentication failed for user "app"\nERROR Basic authentication is off; Bearer tokens only\n',
  ],
  [
    'test results',
    '3 pass: 12 fail: 0\n  ✓ secret is hidden (2 ms)\nPASS: password-test\nTokens: 120 passed, 3 failed',
  ],
  [
    'helm template',
    'password: {{ .Values.db.password | b64enc | quote }}\ntoken: {{ include "app.token" . }}\napiKey:\n  valueFrom:\n    secretKeyRef:\n      name: app-secrets\n      key: api-key\n',
  ],
  [
    'masked',
    'password: ********\ntoken: <hidden>\napi_key = [redacted]\nSECRET=xxxxxxxx\nprivate key: (hidden)\nAWS_SECRET_ACCESS_KEY   ****************ABCD   env\n',
  ],
  [
    'OpenAPI',
    '{"token":{"type":"string"},"password":{"type":"string","format":"password"},"secret":null,"max_tokens":4096,"securitySchemes":{"bearer":{"type":"http","scheme":"bearer"}}}',
  ],
];
