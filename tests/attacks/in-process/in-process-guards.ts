import type { Mutation } from '../companion/bundle-source.ts';

/** A guard below the companion, with an attack that nothing but it stops. */
export interface InProcessGuard {
  readonly name: string;
  /** Its name in `in-process-attacks.ts`. */
  readonly attack: string;
  /** Take the guard out, with whatever stops the same behind it. */
  readonly mutations: readonly Mutation[];
  readonly held: string;
  /** The attack's result without it. */
  readonly open: string;
}

const change =
  (folder: string) =>
  (file: string, from: string, to: string): Mutation[] => [{ file: `${folder}/src/${file}`, from, to }];
const [core, node, server] = [change('packages/core'), change('packages/node'), change('server')];
const [importers, mcp, share] = [change('packages/importers'), change('packages/mcp'), change('packages/share')];

/** Guards in core, on a machine and at the edge that one change can take out; those of the companion are in `tests/attacks`. */
export const IN_PROCESS_GUARDS: readonly InProcessGuard[] = [
  {
    name: 'silence is no permission',
    attack: 'silence',
    mutations: core('policy/policy-rules.ts', "? 'absent' : 'unknown';\n}", "? 'absent' : 'absent';\n}"),
    held: 'confirm',
    open: 'allow',
  },
  {
    name: 'effects of the options that a call gives',
    attack: 'destructiveOption',
    mutations: core('commands/effects-of.ts', '.reduce(raiseEffects, others', '.reduce((one) => one, others'),
    held: 'confirm',
    open: 'allow',
  },
  {
    name: 'values that would be options',
    attack: 'optionAsValue',
    mutations: core('argv/build-command-array.ts', "text.startsWith('-') && !endsAtDashes", 'false'),
    held: 'refused',
    open: 'demo show --output=/etc/passwd',
  },
  {
    name: 'values that begin with a plus',
    attack: 'plusAsValue',
    mutations: core('argv/build-command-array.ts', "text.startsWith('+') && source", "text === '' && source"),
    held: 'refused',
    open: 'demo show +:!id',
  },
  {
    name: 'values that would be commands',
    attack: 'commandAsValue',
    mutations: core('argv/build-command-array.ts', 'firstWord(name) === firstWord(word)', 'name === undefined'),
    held: 'refused',
    open: 'demo stash drop',
  },
  {
    name: 'names of a document stay data',
    attack: 'prototypeKey',
    mutations: core('json/is-record.ts', "if (key === '__proto__') {", "if (key === '') {"),
    held: 'a name',
    open: 'polluted',
  },
  {
    name: 'redaction before a model sees output',
    attack: 'secretInOutput',
    mutations: core('execute/format-result.ts', 'filter.filter(text, result.toolName)', 'text'),
    held: 'no secret',
    open: 'the secret',
  },
  {
    name: 'a description that speaks against a name',
    attack: 'harmlessName',
    mutations: importers('effects/infer-effects.ts', 'readDescription(command.description)', "readDescription('')"),
    held: 'destructive: true',
    open: 'destructive: false',
  },
  {
    name: 'a program that its user can change is believed little',
    attack: 'boastfulDocument',
    mutations: node('documents/trust-at.ts', 'const trusted = lowered(tool, place);', 'const trusted = tool;'),
    held: 'community, confirm',
    open: 'native, allow',
  },
  {
    name: 'hidden words of a document',
    attack: 'hiddenWords',
    mutations: core(
      'json/hidden-characters.ts',
      "if ((isLine ? PLAIN_LINE : PLAIN).test(text)) return '';",
      "if ((isLine ? PLAIN_LINE : PLAIN) !== undefined) return '';",
    ),
    held: 'left out',
    open: 'believed',
  },
  {
    name: 'a document that vouches for itself',
    attack: 'wordForItself',
    mutations: node('documents/trust-at.ts', "trustedAt(tool, 'value')", 'tool'),
    held: 'user',
    open: 'native',
  },
  {
    name: 'tools for MCP clients by name',
    attack: 'foreignToolForMcp',
    mutations: mcp('offered-tools.ts', 'found.filter(isOwn)', '[...found]'),
    held: '0 offered',
    open: '1 offered',
  },
  {
    name: 'the hash of a line on record',
    attack: 'editedRecord',
    mutations: node('audit/audit-line.ts', "|| hash !== digestOf(Buffer.concat([fields, Buffer.from('}')]))", ''),
    held: 'changed, end-missing',
    open: 'nothing shows',
  },
  {
    name: 'errors without places',
    attack: 'placeInError',
    mutations: node('execute/hide-places.ts', 'if (message === error.message)', 'if (message !== undefined)'),
    held: '…/demo cannot be started.',
    open: '/home/eve/bin/demo cannot be started.',
  },
  {
    name: 'secrets of the home',
    attack: 'keyOfTheHome',
    mutations: node(
      'sandbox/sandbox-profile.ts',
      '!isLost(path, emptied, [...writable, ...around.rebound])',
      "path === ''",
    ),
    held: 'hidden',
    open: 'to be read',
  },
  {
    name: 'a closed home',
    attack: 'noteOfTheHome',
    mutations: node(
      'sandbox/sandbox-profile.ts',
      'homes.filter((path) => !readable.paths.some(',
      'homes.filter((path) => readable.paths.some(',
    ),
    held: 'closed',
    open: 'to be read',
  },
  {
    name: 'programs that others can write over',
    attack: 'programOfEverybody',
    mutations: node('executables/check-writers.ts', '(mode & OTHERS_WRITE) !== 0', 'mode < 0'),
    held: 'world-writable',
    open: 'asked',
  },
  {
    name: 'the size of what a link unpacks to',
    attack: 'bombInLink',
    mutations: share('packing.ts', "if (length > maxLength) return { code: 'too-large' };\n  }", '  }'),
    held: 'too-large',
    open: '4194304 bytes',
  },
  {
    name: 'secrets are not stored',
    attack: 'secretInShare',
    mutations: server('shares/share-fragment.ts', 'if (found.length === 0) return;', 'if (found.length >= 0) return;'),
    held: 'secret-found',
    open: 'stored',
  },
  {
    name: 'writes from other sites at the Worker',
    attack: 'foreignWrite',
    mutations: server('edge/edge-app.ts', 'if (isForeign && ', 'if (!isForeign && '),
    held: '403',
    open: '200',
  },
];
