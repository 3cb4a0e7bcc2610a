/** Files that a call names and its command shows: their secrets are an effect of the call. */
import { foldPath } from '../effects/paths.ts';
import { secretMatch } from '../effects/secret-places.ts';
import { mayReassure } from '../effects/trust.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import type { AtipEffects, CommandMapping } from '../types/tool.ts';
import { isGiven, isPath, type Parameter, readableParameters } from './parameters.ts';

/** A call that names a secret file shows what is in it, unless its document says that it shows nothing of files. */
export function withSecrets(effects: AtipEffects, mapping: CommandMapping, args: unknown): AtipEffects {
  const { 'x-reveals': reveals, filesystem } = effects;
  const isNone = reveals === 'none' && mayReassure(mapping.tool);
  if (isNone || reveals === 'credentials' || filesystem?.read === false || !isRecord(args)) return effects;
  const parameters = readableParameters(mapping);
  const isSecret = Object.keys(args).some((key) => {
    const parameter = parameters.get(key);
    if (!parameter || !isGiven(parameter, args) || !mayBeRead(parameter, mapping, args)) return false;
    const given = getOwn(args, key);
    return (Array.isArray(given) ? given : [given]).some((one) => typeof one === 'string' && namesSecret(one));
  });
  return isSecret ? { ...effects, 'x-reveals': 'credentials' } : effects;
}

/** No shell reads the value: its signs of globs are letters. */
function namesSecret(value: string): boolean {
  if (!MAY_NAME.test(value)) return false;
  return pathsIn(value.replace(/[*?[]/g, '_')).some((path) => secretMatch(foldPath(path))?.is === 'inside');
}

/** Every secret place has one of these. */
const MAY_NAME = /[./~]|shadow|kubeconfig|credentials|id_/i;

/** Names of parameters whose values are text about files, and of those that name a file that is only written. */
const TEXT =
  /^(?:patterns?|regexp?|expression|filter|query|message|subject|title|body|description|text|string|comment|notes?|labels?|author|i?name|ignore|grep|match|search|find|replace|format|template|key|user|username|host|branch|ref|tag|revision|commit|remote|sort|fields|columns?|delimiter|separator|script|program|code|eval|execute|print|command|cmd)$|^(?:exclude|ignore)(?!.*(?:from|file))/;
const OUTPUT = /^(?:out|outfile|output|output-(?:file|dir|directory)|dest|destination|target-directory|log-?file)$/;

/** Names of options whose file logs the program in; it is not shown. */
const LOGIN =
  /^(?:env-file|kubeconfig|identity|identity-file|private-key|client-key|client-certificate|certificate-authority|cacert|ca-cert|cert|netrc-file|password-file|vault-password-file|passphrase-file|keystore|truststore|service-account-file)$/;

/** Options that hold the text, so that the first argument is a file: `grep -e x .env`. */
const TEXT_OPTION = /^(?:e|f|file|from-file|regexp?|expression|patterns?|script|program|source|eval|execute)$/;

/**
 * True unless a parameter's value cannot name a file that the command shows: its document says so, it is text such as a
 * pattern, or it is only written.
 */
export function mayBeRead(
  { kind, source }: Parameter,
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>>,
): boolean {
  if (kind === 'stdin' || OUTPUT.test(source.name)) return false;
  if (source['x-effects']?.['x-reveals'] === 'none' && mayReassure(mapping.tool)) return false;
  if (kind === 'option' && LOGIN.test(source.name)) return false;
  return !isText({ kind, source }, mapping, args);
}

/** True for a parameter whose value is text about files, unless an option holds that text. */
export function isText(
  { kind, source }: Pick<Parameter, 'kind' | 'source'>,
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>>,
): boolean {
  if (isPath(source) || !TEXT.test(source.name)) return false;
  if (kind === 'option') return true;
  return ![...readableParameters(mapping).values()].some(
    (one) => one.kind === 'option' && TEXT_OPTION.test(one.source.name) && isGiven(one, args),
  );
}

/** The paths that a value may name: `@file`, `key=file`, `host:file` and `file://…` contain one. */
export function pathsIn(value: string): string[] {
  const pieces = value.replace(/file:\/\//gi, '=').split(/[=@:,;]+/);
  return pieces.length > 1 ? [...pieces.filter((one) => one !== ''), value] : [value];
}
