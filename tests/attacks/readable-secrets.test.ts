// needs: bwrap
import { expect, test } from 'vitest';
import { createHousehold } from './held-run.ts';

/** Files with credentials, or with what was typed, as programs leave them in a home. */
const SECRETS: readonly string[] = `
.ssh/id_rsa .ssh/config .gnupg/private-keys-v1.d/x.key .password-store/x.gpg .netrc .git-credentials .authinfo .pki/nssdb/key4.db
.aws/credentials .aws/sso/cache/x.json .azure/msal_token_cache.json .oci/config .kube/config .docker/config.json
.config/gcloud/credentials.db .config/gh/hosts.yml .config/glab-cli/config.yml .config/hub .config/github-copilot/apps.json
.config/op/config .config/rclone/rclone.conf .config/sops/age/keys.txt .config/age/keys.txt .age/key.txt
.terraform.d/credentials.tfrc.json .terraformrc .pulumi/credentials.json .fly/config.yml .vercel/auth.json .netlify/config.json
.config/netlify/config.json .local/share/com.vercel.cli/auth.json .wrangler/config/default.toml
.config/.wrangler/config/default.toml .supabase/access-token .local/share/supabase/access-token .railway/config.json
.config/heroku/credentials.json .config/helm/registry/config.json .config/doctl/config.yaml .config/stripe/config.toml
.config/hcloud/cli.toml .config/scw/config.yaml .config/linode-cli .s3cfg .boto .databrickscfg .snowflake/connections.toml
.snowsql/config .vault-token .chef/client.pem .minikube/ca.key .argocd/config .config/argocd/config .kaggle/kaggle.json
.config/configstore/update.json .config/openstack/clouds.yaml .openstack/clouds.yaml .ngrok2/ngrok.yml .config/ngrok/ngrok.yml
.cloudflared/cert.pem .sentryclirc .twilio-cli/config.json .config/snyk/config.json .config/infracost/credentials.yml
.circleci/cli.yml .travis/config.yml .jira.d/config.yml .aliyun/config.json .bluemix/config.json
.npmrc .yarnrc.yml .pypirc .cargo/credentials.toml .gem/credentials .m2/settings.xml .gradle/gradle.properties
.composer/auth.json .nuget/NuGet/NuGet.Config .sbt/.credentials .ivy2/.credentials .bundle/config .config/pypoetry/auth.toml
.cache/huggingface/token .claude.json .claude/.credentials.json .codex/auth.json .gemini/oauth_creds.json
.config/openai/key .config/anthropic/key .local/share/opencode/auth.json .config/io.datasette.llm/keys.json
.config/goose/secrets.yaml .cursor/mcp.json .continue/config.json .ollama/id_ed25519 .wakatime.cfg
.config/Code/User/globalStorage/state.vscdb .config/Cursor/User/globalStorage/state.vscdb
.pgpass .my.cnf .mylogin.cnf .msmtprc .mbsyncrc .muttrc .config/aerc/accounts.conf .smbcredentials .davfs2/secrets
.mozilla/firefox/x/logins.json .thunderbird/x/logins.json .config/chromium/Default/Cookies .config/google-chrome/x
.config/BraveSoftware/x .config/microsoft-edge/x .config/vivaldi/Default/Cookies .config/opera/Cookies .librewolf/x/key4.db
snap/firefox/common/.mozilla/firefox/x/logins.json snap/chromium/common/chromium/Default/Cookies
.var/app/org.mozilla.firefox/.mozilla/firefox/x/logins.json .var/app/com.google.Chrome/config/google-chrome/Default/Cookies
.bitcoin/wallet.dat .ethereum/keystore/x .config/solana/id.json .electrum/wallets/x .monero/x.keys .foundry/keystores/x
.config/Exodus/x .sui/sui_config/sui.keystore .config/Bitwarden/data.json .config/keepassxc/keepassxc.ini
.config/1Password/x .config/Slack/Cookies .config/Signal/config.json .config/discord/x .local/share/TelegramDesktop/tdata/x
.config/Element/x .local/share/keyrings/login.keyring .local/share/kwalletd/kdewallet.kwl
.bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history .rediscli_history
.sqlite_history .local/share/fish/fish_history .local/share/atuin/history.db .config/nushell/history.txt .lesshst .viminfo
.irb_history .mongodb/mongosh_repl_history .openvpn/x.ovpn .wireguard/wg0.conf .config/wireguard/wg0.conf .vpn/x
.config/remmina/x .config/filezilla/sitemanager.xml .config/FileZilla/x .Xauthority .env .vault_pass .ansible-vault-key
.my-own-notes/passwords.txt Documents/keys.kdbx .config/unheard-of-tool/token
`
  .trim()
  .split(/\s+/);

test('what a program without network reads of a home full of credentials', async () => {
  const { lay, byTool } = await createHousehold();
  lay(Object.fromEntries(SECRETS.map((name) => [`home/${name}`, 'SECRET'])));
  const effects = { network: false, filesystem: { read: true, write: false, delete: false } };
  const script = 'cd; for f in "$@"; do grep -qs SECRET "$f" && echo "$f"; done; true';
  const { out } = await byTool('/bin/sh', ['-c', script, 'sh', ...SECRETS], { effects });
  const read = out.split('\n').filter((name) => name !== '');
  process.stdout.write(`\n${read.length} of ${SECRETS.length} files with credentials were read\n`);
  // What nobody can know by its name.
  expect(read).toStrictEqual([
    '.ansible-vault-key',
    '.my-own-notes/passwords.txt',
    'Documents/keys.kdbx',
    '.config/unheard-of-tool/token',
  ]);
});

test('the .env of a project is the project’s own', async () => {
  const { lay, byTool } = await createHousehold();
  lay({ 'home/project/.env': 'SECRET' });
  expect((await byTool('/bin/cat', ['.env'], {})).out).toBe('SECRET');
});
