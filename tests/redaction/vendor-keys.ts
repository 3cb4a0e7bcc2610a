import type { Random } from './logs.ts';
import { type Form, fillTemplate, makeForms } from './form.ts';

/** The base64 of a number, then two more parts. */
function discordToken(random: Random): string {
  const number = Buffer.from(fillTemplate('119{d16}', random)).toString('base64').replaceAll('=', '');
  return `⟦${number}${fillTemplate('.{a6}.{w38}', random)}⟧`;
}

/**
 * Keys of 61 vendors, with nothing around them that tells. The formats are from memory and from what the vendors' examples show;
 * six have no form at all, so nobody can tell them from another random word.
 */
export const VENDOR_KEYS: readonly Form[] = makeForms(
  [
    ['tavily', '⟦tv~ly-dev-{a32}⟧'],
    ['elevenlabs', '⟦s~k_{h48}⟧'],
    ['together', '⟦tg~p_v1_{w43}⟧'],
    ['cerebras', '⟦cs~k-{l48}⟧'],
    ['voyage', '⟦p~a-{w43}⟧'],
    ['jina', '⟦ji~na_{h32}{w28}⟧'],
    ['firecrawl', '⟦f~c-{h32}⟧'],
    ['e2b', '⟦e2~b_{h40}⟧'],
    ['apify', '⟦api~fy_api_{a36}⟧'],
    ['browserbase', '⟦bb~_live_{w26}⟧'],
    ['resend', '⟦r~e_{a8}_{a24}⟧'],
    ['mailersend', '⟦ml~sn.{h64}⟧'],
    ['lob', '⟦li~ve_{h35}⟧'],
    ['paddle', '⟦pd~l_live_apikey_{l26}_{a22}_{a3}⟧'],
    ['asana', '⟦2/12{d14}/12{d14}:{h32}⟧'],
    ['buildkite cluster token', '⟦bk~ct_{a40}⟧'],
    ['depot', '⟦dep~ot_org_{h64}⟧'],
    ['deno deploy', '⟦dd~p_{a36}⟧'],
    ['jsr', '⟦js~rp_{a36}⟧'],
    ['infisical', '⟦s~t.{h24}.{h32}.{h32}⟧'],
    ['honeycomb', '⟦hc~aik_{l58}⟧'],
    ['axiom', '⟦xa~at-{u}⟧'],
    ['logfire', '⟦pyl~f_v1_us_{a44}⟧'],
    ['snyk', '⟦sn~yk_uat.{h8}.{w60}⟧'],
    ['discord bot', discordToken],
    ['github', '⟦gh~p_{a36}⟧'],
    ['gitlab', '⟦gl~pat-{w20}⟧'],
    ['openai project', '⟦s~k-proj-{w74}⟧'],
    ['anthropic', '⟦s~k-ant-api03-{w93}AA⟧'],
    ['aws access key id', '⟦AK~IA{c16}⟧'],
    ['google api', '⟦AI~za{w35}⟧'],
    ['slack bot', '⟦xo~xb-{d12}-{d12}-{a24}⟧'],
    ['stripe', '⟦s~k_live_{a24}⟧'],
    ['npm', '⟦np~m_{a36}⟧'],
    ['sendgrid', '⟦S~G.{w22}.{w43}⟧'],
    ['digitalocean', '⟦do~p_v1_{h64}⟧'],
    ['hugging face', '⟦h~f_{a34}⟧'],
    ['groq', '⟦gs~k_{a52}⟧'],
    ['langfuse', '⟦s~k-lf-{u}⟧'],
    ['tailscale', '⟦ts~key-auth-{a17}-{a32}⟧'],
    ['vault', '⟦hv~s.{a24}⟧'],
    ['linear', '⟦lin~_api_{a40}⟧'],
    ['notion', '⟦nt~n_{a46}⟧'],
    ['supabase', '⟦sb~p_{h40}⟧'],
    ['postman', '⟦PM~AK-{h24}-{h34}⟧'],
    ['exoscale', '⟦EX~O{h24}⟧'],
    ['hashicorp batch', '⟦hv~b.{w138}⟧'],
    ['clerk', '⟦s~k_test_{a42}⟧'],
    ['inngest', '⟦sign~key-prod-{h64}⟧'],
    ['trigger.dev', '⟦tr~_prod_{a20}⟧'],
    ['turso', '⟦ey~J{w30}.ey~J{w80}.{w86}⟧'],
    ['helicone', '⟦s~k-helicone-{l7}-{l7}-{l7}-{l7}⟧'],
    ['unkey', '⟦un~key_{a22}⟧'],
    ['weights and biases', '⟦wan~db_v1_{a77}⟧'],
    ['polar', '⟦pol~ar_oat_{w43}⟧'],
    ['mistral (no form)', '⟦{a32}⟧'],
    ['datadog (no form)', '⟦{h32}⟧'],
    ['cohere (no form)', '⟦{a40}⟧'],
    ['deepgram (no form)', '⟦{h40}⟧'],
    ['assemblyai (no form)', '⟦{h32}⟧'],
    ['fastly (no form)', '⟦{w32}⟧'],
  ],
  1,
);
