import type { SecretRule } from './match-finder.ts';

/**
 * Secrets with a form of their own, one on each line: the name, then the form.
 *
 * The forms are those that the providers document. Two forms share a line if they are one kind of secret. `~36`: the
 * usual number of the last characters, which shows where a token ends that is broken over lines.
 */
const TABLE: string = String.raw`
github-token gh[opusr]_[A-Za-z0-9]{36,255} ~36
github-fine-grained-token github_pat_\w{22,255} ~82
gitlab-token gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[\w.-]{20,300} ~20
gitlab-runner-token GR1348941[\w-]{20}
bitbucket-app-password ATBB[A-Za-z0-9]{32}
atlassian-token AT[AC]TT3[\w=-]{50,300}
aws-access-key-id A(?:KI|SI|BI|CC)A(?![A-Z0-9]{9}EXAMPLE)[A-Z0-9]{16} ~16
aws-bedrock-key ABSK[A-Za-z0-9+/]{100,300}={0,2}
aws-bedrock-short-key bedrock-api-key-[A-Za-z0-9+/]{60,4000}={0,2}
google-api-key AIza[\w-]{35} ~35
google-oauth-token ya29\.[\w.-]{20,2000}
google-client-secret GOCSPX-[\w-]{20,40}
google-refresh-token (?<![\w/.])1//0[\w-]{40,250}
firebase-server-key (?<=(?<own>AAAA[\w-]{7})):APA91b[\w-]{100,200}
azure-client-secret (?<=(?<own>(?<![\w~.-])[\w~.-]{3}\d))Q~[\w~.-]{31,34}
azure-storage-key (?<=(?<own>[A-Za-z0-9+/]{76}))(?:\+ASt|ACDb|\+ABa)[A-Za-z0-9+/]{5}[AQgw]==
azure-function-key (?<=(?<own>[\w-]{44}))AzFu[\w-]{5}[AQgw]==
azure-service-key (?<=(?<own>[A-Za-z0-9+/]{33,42}))(?:Az(?:Se|Ca)|\+A(?:Sb|Eh|Rm|CR))[A-P][A-Za-z0-9+/]{5}=?
azure-devops-token (?<=(?<own>[A-Za-z0-9]{76}))AZDO[A-Za-z0-9]{4}
azure-annotated-key (?<=(?<own>[A-Za-z0-9]{52}))JQQJ9[9DH][A-Za-z0-9][A-L][A-Za-z0-9]{16}[A-Za-z][A-Za-z0-9]{7}(?:[A-Za-z0-9]{2}==)?
slack-token xox[abceoprs]-[A-Za-z0-9-]{10,250}
slack-config-token xoxe\.xox[bp]-\d-[A-Za-z0-9]{20,250}
slack-app-token xapp-\d-[A-Za-z0-9-]{10,250}
slack-webhook hooks\.slack\.com/(?:services|workflows|triggers)/[\w/+]{20,200}
teams-webhook webhook\.office\.com/webhookb2/[\w@/-]{60,300}
discord-webhook discord(?:app)?\.com/api/webhooks/\d{16,20}/[\w-]{60,80}
discord-token (?<![\w-])[MNO][DTjz][AEIMQUYcgk][wxyz0-5][MNO][DTjz][AEIMQUYcgk][\w-]{17,21}\.[\w-]{6}\.[\w-]{27,45}
telegram-token (?<=(?<own>(?<!\d)\d{8,10})):AA[\w-]{33}
stripe-key (?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,250}
stripe-webhook-secret whsec_[A-Za-z0-9+/]{20,100}={0,2}
square-token sq0(?:atp|csp|idp)-[\w-]{22,50}
square-access-token (?<![\w+/-])EAAA[\w-]{60}(?![\w+/-])
braintree-token access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}
razorpay-key rzp_(?:live|test)_[A-Za-z0-9]{14,40}
flutterwave-key FLW(?:SECK|PUBK)(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?
paypal-token (?<![\w-])A21AA[\w-]{60,120}(?![\w-])
adyen-key (?<!\w)AQE[a-z0-9]{5,20}\.[\w=-]{50,100}
woocommerce-key (?<!\w)c[ks]_[0-9a-f]{40}(?!\w)
plaid-token access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
shopify-token shp(?:at|ca|pa|ss|ua|tka)_[a-fA-F0-9]{32}
easypost-key EZ[AT]K[A-Za-z0-9]{54}
shippo-token shippo_(?:live|test)_[0-9a-f]{40}
duffel-token duffel_(?:live|test)_[\w-]{43}
npm-token npm_[A-Za-z0-9]{36} ~36
pypi-token pypi-AgE[\w-]{50,1000}
rubygems-key rubygems_[0-9a-f]{48}
nuget-key (?<![A-Za-z0-9])oy2[a-z0-9]{43}(?![A-Za-z0-9])
crates-token (?<![A-Za-z0-9])cio[A-Za-z0-9]{32}(?![A-Za-z0-9])
clojars-token CLOJARS_[0-9a-z]{60}
docker-token dckr_[op]at_[\w-]{20,100} ~27
jfrog-api-key AKCp[A-Za-z0-9]{60,80}
jfrog-reference-token cmVmdGtu[A-Za-z0-9+/]{40,100}={0,2}
sonar-token sq[upa]_[0-9a-f]{40}
circleci-token CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}
buildkite-token bk(?:ua_[0-9a-z]{40}|ct_[\w-]{30,300})
harness-token (?<!\w)[ps]at\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}
sourcegraph-token sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}
openai-key (?<![\w-])sk-(?!ant-|or-v1-)[\w-]{20,300}
anthropic-key sk-ant-[\w-]{20,300} ~101
openrouter-key sk-or-v1-[0-9a-f]{64}
langsmith-key lsv2_[ps][tk]_[0-9a-f]{32}_[0-9a-f]{10}
huggingface-token (?:hf|api_org)_[A-Za-z0-9]{30,100}
groq-key gsk_[A-Za-z0-9]{52}
xai-key xai-[A-Za-z0-9]{80}
replicate-token (?<!\w)r8_[A-Za-z0-9]{37} ~37
perplexity-key pplx-[A-Za-z0-9]{48}
fireworks-key (?<!\w)fw_(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{22,48}(?!\w)
nvidia-key nvapi-[\w-]{60,70}
pinecone-key pcsk_\w{50,80}
posthog-key ph[cx]_[A-Za-z0-9]{43,60}
cursor-key (?<!\w)key_[0-9a-z]{64}(?!\w)
copilot-token (?<!\w)tid=[0-9a-f]{32}(?:;[\w-]{1,40}=[\w.:/,-]{0,200}){2,30}
composio-key (?<![\w-])[ac]k_(?=[A-Za-z_-]{0,19}\d[A-Za-z_-]{0,19}\d)(?=[^A-Z\W]{0,19}[A-Z])[\w-]{20}(?![\w-])
mem0-key (?<![\w-])m0-(?=[A-Za-z]{0,43}\d)[A-Za-z0-9]{24,44}(?![\w-])
brave-key (?<![\w-])BSA(?=[A-Za-z_-]{0,30}\d)(?=[^a-z\W]{0,30}[a-z])[\w-]{26,32}(?![\w-])
runpod-key (?<!\w)rpa_[A-Z0-9]{40}[A-Za-z0-9]{0,6}(?!\w)
digitalocean-token do[opr]_v1_[0-9a-f]{64} ~64
heroku-key HRKU-[\w-]{36,80}
flyio-token fo1_[\w-]{43}
flyio-macaroon fm[12][ar]?_[A-Za-z0-9+/]{100,4000}={0,3}
netlify-token nf[pcoub]_[A-Za-z0-9]{36,40}
vercel-token vc[pirka]_[A-Za-z0-9]{24,60}
vercel-blob-token vercel_blob_rw_[A-Za-z0-9]{10,30}_[A-Za-z0-9]{20,50}
render-key (?<!\w)rnd_[A-Za-z0-9]{26,40}(?!\w)
scalingo-token tk-us-[\w-]{48}
scaleway-access-key (?<![A-Za-z0-9])SCW(?=[A-Z]{0,16}\d)[A-Z0-9]{17}(?![A-Za-z0-9])
ngrok-token (?<=(?<own>(?<!\w)[1-3](?=[^_]{0,26}[A-Z])(?=[^_]{0,26}[a-z])[A-Za-z0-9]{26}))_\d[A-Za-z0-9]{20}(?!\w)
supabase-token sb(?:p_(?:oauth_)?[0-9a-f]{40}|_secret_[\w-]{20,60})
planetscale-token pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}
neon-key napi_[0-9a-z]{60,70}
mongodb-atlas-secret mdb_sa_sk_[\w-]{36,48}
aiven-password AVNS_[\w-]{19}
databricks-token dapi[0-9a-f]{32} ~32
doppler-token (?<![\w.])dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9.]{40,80}
vault-token (?<![\w.])hv[bsr]\.[\w-]{20,300}
terraform-token (?<=(?<own>(?<![A-Za-z0-9])[A-Za-z0-9]{14}))\.atlasv1\.[\w=-]{60,70}
pulumi-token pul-[0-9a-f]{40}
prefect-key pn[ub]_[A-Za-z0-9]{36}
cloudflare-token (?<!\w)cf(?:k|ut|at)_[\w-]{41,64}
cloudflare-origin-key (?<!\w)v1\.0-[0-9a-f]{24}-[0-9a-f]{146}
openshift-token sha256~[\w-]{43}
tailscale-key tskey-[a-z]{2,12}-[A-Za-z0-9-]{16,80}
yandex-key AQVN[\w-]{35,38}(?!\w)
yandex-oauth-token (?<!\w)y[0-3]_[\w-]{50,70}
alibaba-access-key LTAI[A-Za-z0-9]{12,24}
tencent-secret-id AKID[A-Za-z0-9]{32}
grafana-cloud-token glc_[A-Za-z0-9+/]{32,400}={0,2}
grafana-service-token glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}
grafana-key eyJrIjoi[A-Za-z0-9]{70,400}={0,2}
newrelic-key NRAK-[A-Z0-9]{27}
newrelic-ingest-key NRII-[\w-]{32}
newrelic-browser-key NRJS-[0-9a-f]{19}
newrelic-license-key (?<=(?<own>(?<!\w)[0-9a-f]{36}))NRAL(?!\w)
sentry-org-token sntrys_[\w+/=-]{60,500}
sentry-user-token sntryu_[0-9a-f]{64}
dynatrace-token dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}
postman-key PMAK-[0-9a-f]{24}-[0-9a-f]{34}
postman-collection-key PMAT-[A-Z0-9]{26}
readme-key rdme_[0-9a-z]{70}
figma-token figd_[\w-]{38,50}
linear-key lin_api_[A-Za-z0-9]{32,64}
linear-oauth-token lin_oauth_[0-9a-f]{64}
notion-token ntn_[A-Za-z0-9]{40,60}
notion-integration-secret (?<!\w)secret_[A-Za-z0-9]{43}(?!\w)
airtable-token (?<!\w)pat[A-Za-z0-9]{14}\.[0-9a-f]{64}
clickup-token (?<!\w)pk_\d{6,10}_[A-Z0-9]{32}(?!\w)
frameio-token fio-u-[\w-]{64}
typeform-token tfp_[\w-]{40,60}
contentful-token CFPAT-[\w-]{43}
mapbox-token [sp]k\.eyJ[\w-]{50,300}\.[\w-]{20,30}
infura-project infura\.io/(?:ws/)?v3/[0-9a-f]{32}
alchemy-key (?:g\.alchemy|alchemyapi)\.(?:com|io)/v2/[\w-]{32}
launchdarkly-key (?<!\w)(?:sdk|mob|api)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
configcat-key configcat-sdk-1/[\w-]{22}/[\w-]{22}
sendgrid-key SG\.[\w-]{16,32}\.[\w-]{16,64}
twilio-key (?<![A-Za-z0-9])SK[0-9a-f]{32}
mailgun-key (?<![\w-])(?:pub)?key-[0-9a-f]{32}
mailgun-private-key (?<=(?<own>(?<![\w-])[0-9a-f]{32}))-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])
mailchimp-key (?<=(?<own>(?<!\w)[0-9a-f]{32}))-us\d{1,2}(?!\w)
brevo-key x(?:keysib|smtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}
intercom-token dG9rO[\w+/-]{50,90}={0,2}
hubspot-token (?<![\w-])pat-[a-z]{2}\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
salesforce-session (?<=(?<own>(?<!\w)00D[A-Za-z0-9]{12,15}))!A[QR][\w.]{60,150}
facebook-token (?<![\w+/])EAA[A-Z][A-Za-z0-9]{90,300}
dropbox-token (?<![\w.])sl\.(?:[A-Z]|u\.)[\w-]{80,2000}
ory-token (?<!\w)ory_(?:(?:at|rt|ac)_[\w-]{30,60}\.[\w-]{30,60}|pat_[A-Za-z0-9]{32,60})
stytch-secret secret-(?:live|test)-(?=[A-Za-z_-]{0,40}\d)(?=[^A-Z]{0,40}[A-Z])[\w-]{34,48}={0,2}
okta-token (SSWS[ \t]{1,3})00[\w-]{40}
onepassword-token ops_eyJ[\w+/-]{100,4000}={0,2}
onepassword-secret-key (?<![\w-])A3-[A-Z0-9]{6}(?:-[A-Z0-9]{11}|-[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![\w-])
age-secret-key AGE-SECRET-KEY-(?:1[A-Z0-9]{58}|PQ-1[A-Z0-9]{50,4000})
age-plugin-identity AGE-PLUGIN-[A-Z0-9][A-Z0-9+._-]{0,40}-1[A-Z0-9]{6,1000}
tavily-key tvly-(?:[a-z]{2,8}-)?[\w-]{20,64}
elevenlabs-key (?<![\w-])sk_[0-9a-f]{48}(?!\w)
together-key tgp_v1_[\w-]{40,60}
cerebras-key (?<![\w-])csk-[a-z0-9]{40,60}(?!\w)
voyage-key (?<![\w-])pa-(?=[A-Za-z_-]{0,30}\d)(?=[0-9a-z_-]{0,30}[A-Z])[\w-]{40,50}(?![\w-])
jina-key jina_[\w-]{50,70}
firecrawl-key (?<![\w-])fc-[0-9a-f]{32}(?![\w-])
e2b-key e2b_[0-9a-f]{40}
apify-token apify_api_[A-Za-z0-9]{30,50}
browserbase-key bb_(?:live|test)_[\w-]{20,40}
resend-key (?<!\w)re_(?=[A-Za-z_]{0,24}\d)[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,30}(?!\w)
mailersend-token mlsn\.[0-9a-f]{64}
lob-key (?<!\w)(?:live|test)_(?:pub_)?[0-9a-f]{31,35}(?!\w)
paddle-key pdl_(?:live|sdbx)_apikey_[0-9a-z]{26}_[\w]{22}_[\w]{3}
asana-token (?<![\w/])[12]/1[12]\d{11,17}(?:/\d{13,19})?:[0-9a-f]{32}(?!\w)
depot-token depot_[a-z]{2,10}_[0-9a-f]{40,80}
deno-token dd[opw]_[A-Za-z0-9]{36}(?!\w)
jsr-token jsr[a-z]_[A-Za-z0-9]{30,60}
infisical-token (?<![\w.])st\.[0-9a-f-]{24,36}\.[0-9a-f]{32,64}\.[0-9a-f]{32,64}
honeycomb-key hc[a-z](?:ik|lk|mk|ic|lc)_[0-9a-z]{40,64}
axiom-token xa[ap]t-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
logfire-token pylf_v\d_[a-z]{2,8}_[A-Za-z0-9]{40,50}
snyk-token snyk_[us]at\.[0-9a-f]{8}\.[\w-]{40,300}
exoscale-key (?<![A-Za-z0-9])EXO[0-9a-f]{24}(?!\w)
inngest-key (?:signkey|eventkey)-[a-z]{2,12}-[0-9a-f]{32,64}
trigger-key (?<!\w)tr_(?:dev|prod|stg|preview|pat)_[A-Za-z0-9]{20,40}
unkey-key unkey_[A-Za-z0-9]{20,40}
wandb-key wandb_v\d_\w{60,100}
polar-token polar_[a-z]{2,6}(?:_[a-z])?_[\w-]{30,80}
vendor-key (?<=(?<own>(?<![\w-])(?:[a-z][a-z0-9]{1,12}[_-])?))(?:(?:live|prod|api|pat|secret|token|apikey|sk)[_-])(?=[A-Za-z]{0,20}\d[A-Za-z]{0,20}\d)(?=[^A-Z\W]{0,20}[A-Z])(?=[^a-z\W]{0,20}[a-z])[A-Za-z0-9]{24,120}(?![\w-])
crypt-hash \$(?:[156]|apr1|sha1|md5)\$(?:rounds=\d{1,9}\$)?[./\w]{1,22}\$[./A-Za-z0-9]{22,86}
bcrypt-hash \$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}
yescrypt-hash \$(?:g?y|7)\$[./A-Za-z0-9]{1,40}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}
argon2-hash \$argon2(?:id|i|d)\$(?:v=\d{1,3}\$)?m=\d{1,9},t=\d{1,6},p=\d{1,4}\$[A-Za-z0-9+/]{8,128}\$[A-Za-z0-9+/]{16,256}
pbkdf2-hash pbkdf2[_:-]sha\d{1,3}[$:]\d{1,8}\$[\w./+-]{4,64}\$[A-Za-z0-9+/]{20,128}={0,2}
ldap-hash \{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT)\}[A-Za-z0-9+/$.]{20,200}={0,2}
scram-secret SCRAM-SHA-(?:1|256)\$\d{3,7}:[A-Za-z0-9+/]{8,64}={0,2}\$[A-Za-z0-9+/]{20,64}={0,2}:[A-Za-z0-9+/]{20,64}={0,2}
jwt (?:(?<![\w-])eyJ[\w-]{5,4000}|(?<=[_-])eyJ[\w-]{5,200})\.eyJ[\w-]{5,6000}(?:\.[\w-]{0,2000})?
`;

const ROWS = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [, name = '', form = '', length] = /^(\S+) (.*?)(?: ~(\d+))?$/.exec(line) ?? [];
    return { name, form, length: Number(length) };
  });

/** Secrets with a form of their own. */
export const PREFIX_RULES: readonly SecretRule[] = ROWS.map(({ name, form }) => ({
  name,
  pattern: new RegExp(form, 'y'),
}));

/**
 * Forms that show where they end on another line: a prefix, one character of the rest, and how many. A full stop ends
 * the sentence around a wrapped token, also where the form allows one.
 */
const FORMS: readonly (readonly [prefix: string, char: string, length: number])[] = ROWS.flatMap(({ form, length }) => {
  const [, prefix = '', char = ''] = /^(.*)(\[[^\]]+\]|\\w)\{[\d,]+\}$/.exec(form) ?? [];
  return length > 0 ? [[prefix, char.replace('.', ''), length] as const] : [];
});

/** Forms of any length: their end is sought where a terminal of 80 columns broke the line. */
const LONG = '(?:eyJ|sk-|github_pat_|pypi-|xox[abp]-|ya29\\.)';

/** Tokens with a form that are broken over two or three lines. */
export const WRAPPED_RULES: readonly SecretRule[] = [
  {
    name: 'token-over-lines',
    pattern: new RegExp(
      FORMS.map(
        ([prefix, char, length]) =>
          `(?<![\\w-])${prefix}(?=(?:${char}{1,${length - 1}}\\n){1,2}${char})(?:${char}\\n?){${length - 1}}${char}(?!${char})`,
      ).join('|'),
      'y',
    ),
  },
  {
    name: 'token-over-columns',
    pattern: new RegExp(
      `(?<![\\w-])${LONG}[\\w.-]{10,76}\\n(?<=(?<![^\\n])[^\\n]{80}\\n)(?:[\\w.-]{80}\\n){0,3}[\\w.-]{1,80}`,
      'y',
    ),
  },
];

/** A text whose last lines may begin such a token. */
export const OPEN_TOKEN: RegExp = new RegExp(
  `(?<![\\w-])(?:${FORMS.map(([prefix]) => prefix).join('|')}|${LONG})[\\w.-]{1,95}(?:\\n[\\w.-]{1,95}){0,4}\\n$`,
);
