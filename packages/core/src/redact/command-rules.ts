import { NO_ARGUMENT } from './no-secret.ts';
import type { SecretRule } from './secret-rule.ts';

const RULES: readonly SecretRule[] = [
  {
    name: 'curl-user',
    pattern:
      /(curl(?<![\w-]curl)(?:[ \t][^\n|]{0,256}?)??[ \t](?:-u|--user)[ \t=]{0,3}["']?[^\s:"']{1,128}:)[^\s"']{1,1024}/y,
  },
  {
    name: 'curl-proxy-user',
    pattern:
      /(curl(?<![\w-]curl)(?:[ \t][^\n|]{0,256}?)??[ \t](?:-U|--proxy-user)[ \t=]{0,3}["']?[^\s:"']{1,128}:)[^\s"']{1,1024}/y,
  },
  {
    name: 'mysql-password',
    pattern:
      /((?<![\w-])(?:mysql(?:dump|admin|import|show|check|pump|sh)?|mariadb(?:-dump|-admin|-check)?|mycli)(?:[ \t][^\n|]{0,256}?)??[ \t]-p["']?)[^\s"']{1,256}/y,
  },
  {
    name: 'sshpass-password',
    pattern: /(sshpass(?<![\w-]sshpass)[ \t]{1,3}-p[ \t]{0,3}["']?)[^\s"']{1,256}/y,
  },
  {
    name: 'netrc-password',
    pattern:
      /(login(?<=(?:(?<![^\n])[ \t]{0,8}|(?<![\w-])(?:machine[ \t]{1,8}\S{1,256}|default)[ \t]{1,8})login)[ \t]{1,8}\S{1,256}[ \t]{1,8}password[ \t]{1,8})\S{1,1024}/y,
  },
  {
    name: 'redis-password',
    pattern: /(redis-cli(?:[ \t][^\n|]{0,256}?)??[ \t](?:-a|--pass)[ \t=]{1,3}["']?)[^\s"']{1,512}/y,
  },
  {
    name: 'login-password',
    pattern:
      /(login(?<=(?:docker|podman|nerdctl|buildah|skopeo|registry|auth|az|oc)[ \t]{1,4}login)(?:[ \t][^\n|]{0,256}?)??[ \t]-p[ \t=]{1,3}["']?)[^\s"']{1,512}/y,
  },
  {
    name: 'ldap-password',
    pattern: /(ldap[a-z]{3,10}(?:[ \t][^\n|]{0,256}?)??[ \t]-w[ \t]{1,3}["']?)[^\s"']{1,256}/y,
  },
  {
    name: 'snmp-password',
    pattern: /(snmp[a-z]{3,12}(?:[ \t][^\n|]{0,256}?)??[ \t]-[AX][ \t]{1,3}["']?)[^\s"']{1,256}/y,
  },
  // host:port:database:user:password; with any number for a port, a line of `grep -n` would look the same.
  {
    name: 'pgpass-password',
    pattern:
      /(:(?:[15]?543[2-9]|6432|6543|25060|26257|\*):(?<=(?<![^\n])[^\s:#/]{1,255}:(?:\d{4,5}|\*):)[A-Za-z_*][^\s:]{0,62}:[A-Za-z_*][^\s:]{0,62}:)[^\s:]{1,1024}(?=\n|$)/y,
  },
];

/**
 * Secrets on the command line of a known program, and in the files of such programs.
 *
 * A program's option is looked for up to 256 units after its name, on the same line and in the same pipeline.
 */
export const COMMAND_RULES: readonly SecretRule[] = RULES.map((rule) => ({ ...rule, unless: NO_ARGUMENT }));
