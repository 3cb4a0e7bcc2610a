import type { AtipEffects } from '@atip/core';
import { isOutside, namesCredential, UNKNOWN } from '@atip/core/internal';
import { programName } from '../line/program-names.ts';
import type { LineAssignment, LinePart, Word } from '../line/types.ts';
import { changesPrograms, isMild } from '../read/assignments.ts';
import { judgeEffects, type PartContext, type Verdict } from './context.ts';
import { NO_FILE, pathsOf, shownPath, startsOf } from './paths.ts';
import type { EffectiveAssignment, VariableEffect } from './printed-variables.ts';
import { directoriesOf } from './word-values.ts';

/** Values that switch or count something, or name a stage of development. */
const TRIVIAL =
  /^(?:|-?\d+(?:\.\d+)?(?:[kmg]b?|ms|[smhd]|%)?|true|false|yes|no|on|off|y|n|none|null|auto|always|never|default|debug|info|warn(?:ing)?|error|trace|silent|quiet|verbose|test(?:ing)?|dev(?:elopment)?|prod(?:uction)?|staging|local|ci|release|memory|sqlite|array|sync|mock|stub|fake|dummy|offscreen|main|master)$/i;

/** No path, address or option. */
const PLAIN = /^[^/\\$`\n\0]*$/;

/** Names whose value only describes, whatever it is. */
const DESCRIBES =
  /(?:^|_)(?:VERSION|TAG|COMMIT|SHA\d*|REVISION|DATE|TIME|TIMESTAMP|EPOCH|NUMBER|COUNT|ID|SEED|NAME|TITLE|MESSAGE|DESCRIPTION|BRANCH|ENV|ENVIRONMENT|MODE|LEVEL|PORT|PROFILE|REGION|ZONE|PROJECT|ACCOUNT|CLUSTER|NAMESPACE|ROLE)$|^(?:LC_\w+|LANG|LANGUAGE|TZ|TERM|COLUMNS|LINES|USER|USERNAME|LOGNAME|EMAIL|DEBUG|RUST_LOG)$/;

/** Names that say where a program connects. */
const CONNECTS =
  /(?:URLS?|URIS?|PROXY|HOSTS?|HOSTNAMES?|ADDRS?|ENDPOINTS?|REGISTRY)(?:_|$)|(?:^|_)(?:ADDRESS(?:ES)?|INDEX|SERVERS?|BROKERS?|DSN|REMOTE|MIRROR|DOMAIN|ORIGIN|GATEWAY|SOCKET|SOCK|UPSTREAM|API|BASE|HUB|CONNECTION|MASTER|DISPLAY)$|DOMAIN$/;

/** Those of which this machine is no harmless place: what is there passes everything on, or hands out code or control. */
const PASSES_ON = /PROXY|REGISTRY|INDEX|MIRROR|HUB|INSPECT|(?:DOCKER|CONTAINER|PODMAN|KUBE|CDP)\w*HOST|SOCK/;

/** Names that say what a program loads or starts, with which options, or that it is to trust what it should not. */
const CHANGES =
  /(?:PATHS?|OPTS?|OPTIONS?|FLAGS|ARGS?|ARGUMENTS|COMMANDS?|CMD|EXEC|EXECUTABLE|EXE|RSH|SSH|EDITOR|PAGER|SHELL|BROWSER|PRELOAD|LIBRARY|LIBRARIES|LIBS?|CONFIGS?|CONF|CFG|HOME|ROOT|RCFILE|INIT|STARTUP|PLUGINS?|HOOKS?|PROFILER|PREFIX|BIN|BINARY|PROG|PROGRAM|DRIVER|HELPER|LOADER|MODULES?|REQUIRE|INCLUDES?|IMPORTS?|SCRIPT|WRAPPER|LAUNCHER|RUNNER|LINKER|COMPILER|INTERPRETER|TARGETS|TOOLCHAIN|SETTINGS|PROPERTIES|CERTS?)(?:_|$)|(?:^|_)(?:RC|CC|CXX|LD|CA|CERTIFICATES?)(?:_|$)|_SH$/;
const TRUSTS = /INSECURE|UNSAFE|UNAUTHORIZED|(?:NO|SKIP|DISABLE)_?(?:SSL_?)?VERIFY|NOSUMDB/;

/** Names of files and directories that a program writes or reads as data. */
const DATA =
  /(?:^|_)(?:CACHE|TMP|TEMP|OUT|OUTPUT|LOGS?|DATA|DB|DATABASE|STATE|STORAGE|FIXTURES?|SNAPSHOTS?|ARTIFACTS?|COVERAGE|REPORTS?|RESULTS?|UPLOADS?|DOWNLOADS?|TESTS?|SPECS?|SRC|SOURCES?|DOCS?)(?:_(?:PATH|HOME|ROOT|FILE|DIR|FOLDER|PREFIX))?$/;
const PLACES = /(?:^|_)(?:\w*DIRS?|DIRECTORY|FOLDER|FILE|OUTFILE|LOGFILE|DEST|DESTINATION)$/;

/** Names of a file that a program writes anew. */
const WRITES = /(?:LOGS?|OUT|OUTPUT|REPORT|TRACE|DUMP|TAPE|HIST|PROFILE|RECORD|ARCHIVE)(?:_?(?:FILE|PATH|NAME))?$/;

/** An address of this machine; the host of a query would count for more. */
const OF_THIS_MACHINE =
  /^(?:[a-z][\w+.-]*:\/\/(?:[^/@\s\\?#]*@)?)?(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|0\.0\.0\.0)(?::\d+)?(?:\/[^\s\\?]*)?(?:\?(?!.*(?:host|service|proxy))[^\s\\]*)?$|^:\d+(?:\.\d+)?$/i;

/** A database in a file of the project, below /tmp, or in memory. */
const LOCAL_FILE =
  /^(?!.*\.\.)(?:sqlite\w*|file|duckdb):(?:\/\/\/?)?(?:\/tmp\/[\w./-]*|:memory:|(?!\/)[\w./-]*)(?:\?[\w=&]*)?$|^:memory:$/;

/**
 * Objections to the variables that a part's program gets from the line: an allow-list of names and values, because nobody knows
 * which variables a program and those that it starts obey. A program that starts no other and reaches no network is
 * asked about only where it may write outside.
 */
export function judgeVariables(part: LinePart, effects: AtipEffects, context: PartContext): Verdict[] {
  if (part.kind !== 'program') return [];
  const isPlain = effects.subprocess === false && effects.network === false && !part.snippet;
  const own = effectsOf(part.assignments, part, context);
  return [...exportedEffects(part, context), ...own].flatMap(({ name, value, effect }) => {
    const { why, effects: added = {}, outside } = effect;
    const isWriting = outside !== undefined || added.destructive === true;
    if (isPlain && !isWriting) return [];
    if (
      isPlain &&
      added.destructive !== true &&
      effects.filesystem?.write === false &&
      !/^(?:TMPDIR|TMP|TEMP)$/.test(name)
    )
      return [];
    const shown = value === undefined ? name : `${name}=${value.text}`;
    const subject = programName(part.program ?? '');
    return [judgeEffects(subject, added, context.policy, { outside: outside ?? [], why: `${why} ${shown}` })];
  });
}

/** A line may have many programs, and many variables for each. */
function exportedEffects(part: LinePart, context: PartContext): readonly EffectiveAssignment[] {
  const { exported, effects } = context.variables;
  if (exported.length === 0) return [];
  const key = startsOf(part, context.settings).join('\0');
  const known = effects.get(key) ?? effectsOf(exported, part, context);
  effects.set(key, known);
  return known;
}

function effectsOf(
  assignments: readonly LineAssignment[],
  part: LinePart,
  context: PartContext,
): readonly EffectiveAssignment[] {
  return assignments.flatMap((one) => {
    const effect = isMild(one.name, one.value) || changesPrograms(one.name) ? undefined : effectOf(one, part, context);
    return effect ? [{ ...one, effect }] : [];
  });
}

const STARTS: VariableEffect = { why: 'may load or start something else because of', effects: { 'x-runs': 'call' } };
const REPLACES: VariableEffect = { why: 'may replace a file because of', effects: { destructive: true } };
const SENDS: VariableEffect = { why: 'connects to the address in', effects: { 'x-sends': 'given' } };

/** The effects of an assignment. Undefined: it has no effect. */
function effectOf({ name, value }: LineAssignment, part: LinePart, context: PartContext): VariableEffect | undefined {
  // `UseSharedCompilation` of MSBuild is `USE_SHARED_COMPILATION`.
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase();
  const text = value && !value.unknown ? value.text : undefined;
  // It logs in somewhere, and is no code.
  if (namesCredential(name)) return undefined;
  // A tape on another machine.
  if (words === 'TAPE' && /^[^/]+:/.test(text ?? ''))
    return { why: 'writes to another machine because of', effects: { 'x-sends': 'given', destructive: true } };
  if (value && WRITES.test(words) && pathsOf(value, part, context.settings).some((path) => isFile(path, context)))
    return REPLACES;
  if (TRUSTS.test(words)) return { why: 'trusts what it should not because of', effects: { 'x-runs': 'call' } };
  if (text !== undefined ? TRIVIAL.test(text) : value?.unknown && value.number !== undefined) return undefined;
  if (text !== undefined && LOCAL_FILE.test(text)) return undefined;
  if (CONNECTS.test(words))
    return text !== undefined && OF_THIS_MACHINE.test(text) && !PASSES_ON.test(words) ? undefined : SENDS;
  const isData = DATA.test(words);
  if (!isData && CHANGES.test(words)) return STARTS;
  if (text === undefined && DESCRIBES.test(words)) return undefined;
  if (text?.startsWith('-')) return STARTS;
  if (text !== undefined && PLAIN.test(text)) return undefined;
  if (text !== undefined && /^[a-z][\w+.-]*:\/\//i.test(text)) return OF_THIS_MACHINE.test(text) ? undefined : SENDS;
  const outside = leavesProject(value, part, context);
  if (outside === undefined) return undefined;
  return isData || PLACES.test(words)
    ? { why: 'may write outside of the project because of', outside: [outside] }
    : STARTS;
}

/** True for a path at which a file is, and no directory. Where nobody can look, a name with a suffix counts. */
function isFile(path: string, { settings: { isThere } }: PartContext): boolean {
  if (path.includes(UNKNOWN) || NO_FILE.test(path)) return false;
  return isThere ? isThere(path) && !isThere(`${path}/.`) : /[^/]\.\w+$/.test(path);
}

/** A directory that `mktemp` makes is below /tmp. */
const MADE_BELOW_TMP = /^"?\$\(mktemp(?: -[dqt]+)*\)"?$/;

/** The path of a value that is not in a writable directory. Undefined: all are. */
function leavesProject(value: Word | undefined, part: LinePart, { settings }: PartContext): string | undefined {
  if (!value) return '…';
  if (value.unknown && MADE_BELOW_TMP.test(value.text)) return undefined;
  const directories = directoriesOf(part, settings);
  const paths = pathsOf(value, part, settings);
  const found = paths.find((path) => !path.startsWith('/') || path.includes(UNKNOWN) || isOutside(path, directories));
  return found === undefined ? undefined : shownPath(found);
}
