/**
 * Made-up secrets for tests, put together from templates so that no scanner takes this file for a leak: `~` stands for
 * nothing, `{h8}` for 8 hexadecimal digits, `a` for letters and digits, `A` for capitals and digits, `d` for digits, `w` for
 * word characters and `-`, `u` for a UUID.
 */
const BODIES: Readonly<Record<string, string>> = {
  h: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  a: 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0',
  l: 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0',
  A: 'A1B2C3D4E5F6G7H8I9J0K1L2M3N4O5P6Q7R8S9T0',
  d: '1234567890',
  w: 'a1B2_c3-D4e5_F6g7-H8i9J0k1L2m3N4o5P6q7R8',
};

/** The rule, the shortest secret of its form, and what is no longer one; without it, the last part is one shorter. */
const TEMPLATES: readonly (readonly [string, string, string?])[] = [
  ['github-token', 'gh~p_{a36}'],
  ['github-token', 'gh~r_{a36}'],
  ['github-fine-grained-token', 'github~_pat_{a22}'],
  ['gitlab-token', 'gl~pat-{w20}'],
  ['gitlab-token', 'gl~rt-{w20}', 'gl~xx-{w20}'],
  ['gitlab-runner-token', 'GR13~48941{w20}'],
  ['bitbucket-app-password', 'AT~BB{a32}'],
  ['atlassian-token', 'ATA~TT3{w50}'],
  ['atlassian-token', 'ATC~TT3{w50}', 'ATB~TT3{w50}'],
  ['aws-access-key-id', 'AK~IA{A16}'],
  ['aws-access-key-id', 'AS~IA{A16}', 'AS~IB{A16}'],
  ['aws-bedrock-key', 'AB~SK{a100}'],
  ['google-api-key', 'AI~za{w35}'],
  ['google-oauth-token', 'ya~29.{w20}'],
  ['google-client-secret', 'GOC~SPX-{w20}'],
  ['google-refresh-token', '1~//0{w40}'],
  ['firebase-server-key', 'AA~AA{w7}:APA~91b{w100}'],
  ['azure-client-secret', '{a3}8Q~~{a31}'.replace('~~', '\u007f'), '{a2}xQ\u007f{a31}'],
  ['azure-storage-key', '{a76}+A~St{a5}A==', '{a75}+A~St{a5}A=='],
  ['azure-function-key', '{a44}Az~Fu{a5}A==', '{a43}Az~Fu{a5}A=='],
  ['azure-service-key', '{a42}Az~SeA{a5}', '{a32}Az~SeA{a5}'],
  ['azure-devops-token', '{a76}AZ~DO{a4}', '{a75}AZ~DO{a4}'],
  ['slack-token', 'xo~xb-{a10}'],
  ['slack-config-token', 'xo~xe.xo~xp-1-{a20}', 'xo~xe.xo~xz-1-{a20}'],
  ['slack-app-token', 'xa~pp-1-{A10}'],
  ['slack-webhook', 'hooks.sl~ack.com/services/{A20}'],
  ['teams-webhook', 'webhook.off~ice.com/webhookb2/{w60}'],
  ['discord-webhook', 'disc~ord.com/api/webhooks/{d17}/{w60}'],
  ['discord-token', 'MT~AxMjM0{w16}.{w6}.{w27}'],
  ['telegram-token', '{d9}:A~A{w33}'],
  ['stripe-key', 'sk~_live_{a10}'],
  ['stripe-key', 'rk~_test_{a10}', 'pk~_test_{a10}'],
  ['stripe-webhook-secret', 'wh~sec_{a20}'],
  ['square-token', 'sq~0atp-{w22}'],
  ['square-access-token', 'EA~AA{w60}'],
  ['braintree-token', 'access~_token$production$~{l16}$~{h32}'],
  ['razorpay-key', 'rz~p_live_{a14}'],
  ['flutterwave-key', 'FLW~SECK_TEST-{a12}'],
  ['plaid-token', 'access~-production-{u}'],
  ['shopify-token', 'sh~pat_{h32}'],
  ['easypost-key', 'EZ~AK{a54}'],
  ['shippo-token', 'ship~po_live_{h40}'],
  ['duffel-token', 'duf~fel_test_{w43}'],
  ['npm-token', 'np~m_{a36}'],
  ['pypi-token', 'py~pi-AgE{w50}'],
  ['rubygems-key', 'ruby~gems_{h48}'],
  ['nuget-key', 'o~y2{l43}'],
  ['crates-token', 'c~io{a32}'],
  ['clojars-token', 'CLO~JARS_{l60}'],
  ['docker-token', 'dc~kr_pat_{w20}'],
  ['jfrog-api-key', 'AK~Cp{a60}'],
  ['jfrog-reference-token', 'cmVm~dGtu{a40}'],
  ['sonar-token', 'sq~u_{h40}'],
  ['circleci-token', 'CCI~PAT_{a22}_{h40}'],
  ['buildkite-token', 'bk~ua_{l40}'],
  ['harness-token', 'pa~t.{w22}.{h24}.{a20}'],
  ['sourcegraph-token', 'sg~p_{h40}'],
  ['openai-key', 's~k-{w20}'],
  ['openai-key', 's~k-proj-{w40}', 'ta~sk-{w40}'],
  ['anthropic-key', 's~k-ant-{w20}'],
  ['openrouter-key', 's~k-or-v1-{h64}'],
  ['langsmith-key', 'ls~v2_pt_{h32}_{h10}'],
  ['huggingface-token', 'h~f_{a30}'],
  ['groq-key', 'gs~k_{a52}'],
  ['xai-key', 'xa~i-{a80}'],
  ['replicate-token', 'r~8_{a37}'],
  ['perplexity-key', 'pp~lx-{a48}'],
  ['fireworks-key', 'f~w_{a22}'],
  ['nvidia-key', 'nv~api-{w60}'],
  ['pinecone-key', 'pc~sk_{a50}'],
  ['posthog-key', 'ph~x_{a43}'],
  ['digitalocean-token', 'do~p_v1_{h64}'],
  ['heroku-key', 'HR~KU-{w36}'],
  ['flyio-token', 'fo~1_{w43}'],
  ['flyio-macaroon', 'fm~2_{a100}'],
  ['netlify-token', 'nf~p_{a36}'],
  ['vercel-token', 'vc~p_{a24}'],
  ['vercel-blob-token', 'vercel~_blob_rw_{a10}_{a20}'],
  ['render-key', 'rn~d_{a26}'],
  ['scalingo-token', 'tk~-us-{w48}'],
  ['supabase-token', 'sb~p_{h40}'],
  ['supabase-token', 'sb~_secret_{w20}'],
  ['planetscale-token', 'ps~cale_tkn_{w32}'],
  ['neon-key', 'na~pi_{l60}'],
  ['mongodb-atlas-secret', 'mdb~_sa_sk_{w36}'],
  ['aiven-password', 'AV~NS_{w19}'],
  ['databricks-token', 'da~pi{h32}'],
  ['doppler-token', 'd~p.pt.{a40}'],
  ['vault-token', 'hv~s.{w20}'],
  ['terraform-token', '{a14}.atla~sv1.{w60}'],
  ['pulumi-token', 'pu~l-{h40}'],
  ['prefect-key', 'pn~u_{a36}'],
  ['cloudflare-origin-key', 'v1~.0-{h24}-{h146}'],
  ['openshift-token', 'sha~256~~{w43}'.replace('~~', '\u007f')],
  ['tailscale-key', 'ts~key-auth-{a16}'],
  ['yandex-key', 'AQ~VN{a35}'],
  ['yandex-oauth-token', 'y~0_{w50}'],
  ['alibaba-access-key', 'LT~AI{a12}'],
  ['tencent-secret-id', 'AK~ID{a32}'],
  ['grafana-cloud-token', 'gl~c_{a32}'],
  ['grafana-service-token', 'gl~sa_{a32}_{h8}'],
  ['grafana-key', 'eyJ~rIjoi{a70}'],
  ['newrelic-key', 'NR~AK-{A27}'],
  ['newrelic-ingest-key', 'NR~II-{w32}'],
  ['newrelic-browser-key', 'NR~JS-{h19}'],
  ['newrelic-license-key', '{h36}NR~AL', '{h35}NR~AL'],
  ['sentry-org-token', 'sn~trys_{w60}'],
  ['sentry-user-token', 'sn~tryu_{h64}'],
  ['dynatrace-token', 'dt~0c01.{A24}.{A64}'],
  ['postman-key', 'PM~AK-{h24}-{h34}'],
  ['postman-collection-key', 'PM~AT-{A26}'],
  ['readme-key', 'rd~me_{l70}'],
  ['figma-token', 'fi~gd_{w38}'],
  ['linear-key', 'lin~_api_{a32}'],
  ['linear-oauth-token', 'lin~_oauth_{h64}'],
  ['notion-token', 'nt~n_{a40}'],
  ['notion-integration-secret', 'sec~ret_{a43}'],
  ['airtable-token', 'pa~t{a14}.{h64}'],
  ['clickup-token', 'p~k_{d8}_{A32}'],
  ['frameio-token', 'fi~o-u-{w64}'],
  ['typeform-token', 'tf~p_{w40}'],
  ['contentful-token', 'CF~PAT-{w43}'],
  ['mapbox-token', 's~k.eyJ1I{a50}.{w20}'],
  ['infura-project', 'inf~ura.io/v3/{h32}'],
  ['alchemy-key', 'eth.g.alc~hemy.com/v2/{w32}'],
  ['launchdarkly-key', 'sd~k-{u}'],
  ['configcat-key', 'config~cat-sdk-1/{w22}/{w22}'],
  ['sendgrid-key', 'S~G.{w16}.{w16}'],
  ['twilio-key', 'S~K{h32}'],
  ['mailgun-key', 'ke~y-{h32}'],
  ['mailchimp-key', '{h32}-u~s12', '{h31}-u~s12'],
  ['brevo-key', 'xke~ysib-{h64}-{a16}'],
  ['intercom-token', 'dG9~rO{a50}'],
  ['hubspot-token', 'pa~t-na1-{u}'],
  ['salesforce-session', '00~D{a12}!A~Q{a60}'],
  ['facebook-token', 'EA~AC{a90}'],
  ['dropbox-token', 's~l.B{w80}'],
  ['onepassword-token', 'op~s_eyJ{a100}'],
  ['onepassword-secret-key', 'A~3-{A6}-{A11}-{A5}-{A5}-{A5}'],
  ['age-secret-key', 'AGE-SEC~RET-KEY-1{A58}'],
  ['jwt', 'ey~J{w8}.ey~J{w5}', 'ey~J{w4}.ey~J{w4}'],
];

function build(template: string): string {
  return template
    .replaceAll('~', '')
    .replaceAll('\u007f', '~')
    .replaceAll('{u}', '{h8}-{h4}-{h4}-{h4}-{h12}')
    .replace(/\{(\w)(\d+)\}/g, (_, kind: string, length: string) => {
      return (BODIES[kind] ?? '').repeat(10).slice(0, Number(length));
    });
}

/** The same with the last part one character shorter. */
function shortened(template: string): string {
  return template
    .replaceAll('{u}', '{h8}-{h4}-{h4}-{h4}-{h12}')
    .replace(/\{(\w)(\d+)\}(?!.*\{)/, (_, kind: string, length: string) => `{${kind}${Number(length) - 1}}`);
}

/** For each rule that goes by a form of its own, under its name: one secret or more, and what is almost one. */
export const SECRET_EXAMPLES: readonly (readonly [rule: string, secret: string, nearMiss: string])[] = TEMPLATES.map(
  ([rule, template, nearMiss]) => [rule, build(template), build(nearMiss ?? shortened(template))],
);

const KEY_BODY = Array.from({ length: 6 }, (_, line) => `MII${line}${BODIES['l']}${BODIES['l']}`.slice(0, 64));

/** A private key over several lines; each line of its body is a secret. */
export const PRIVATE_KEY: readonly string[] = [
  `-----BEGIN RSA PRIVATE${' KEY-----'}`,
  ...KEY_BODY,
  'c2hvcnQ=',
  `-----END RSA PRIVATE${' KEY-----'}`,
];

/** A key as PuTTY saves it. */
export const PUTTY_KEY: readonly string[] = [
  `PuTTY-User-Key${'-File-3: '}ssh-ed25519`,
  'Encryption: none',
  'Comment: made for a test',
  'Public-Lines: 2',
  ...KEY_BODY.slice(0, 2),
  'Private-Lines: 1',
  ...KEY_BODY.slice(2, 3),
  `Private-MAC: ${BODIES['h']}${BODIES['h']}`,
];
