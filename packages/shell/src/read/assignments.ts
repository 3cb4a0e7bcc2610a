import { UNKNOWN } from '@atip/core/internal';
import { HERE } from '../line/patterns.ts';
import type { Word } from '../line/types.ts';
import { notePrinted, type Reading, report, type Scope, type Span } from './reading.ts';
import { noteValue } from './variable-values.ts';

/** Values with which a variable starts nothing. */
const MILD: readonly (readonly [RegExp, RegExp])[] = [
  [/^ENV$/, /^[a-z]*$/],
  [/^(?:\w*_)?PAGER$|^MANPAGER$/, /^(?:|cat|\/bin\/cat|\/usr\/bin\/cat)$/],
  [/^(?:\w*_)?EDITOR$|^VISUAL$/, /^(?:|cat|true|:|\/bin\/true|\/usr\/bin\/true)$/],
  [/^(?:\w*_)?BROWSER$/, /^(?:|none|true|echo)$/],
  [/^(?:\w*_)?ASKPASS$/, /^(?:|true|echo|\/bin\/true|\/bin\/echo)$/],
  [/^GIT_(?:TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|NO_LAZY_FETCH|LITERAL_PATHSPECS|PAGER_IN_USE)$/, /^\w*$/],
  [/^DBUS_\w*ADDRESS$/, /^(?:disabled:|\/dev\/null|unix:path=\/run\/[\w./-]+)?$/],
  // `fork/7.1` is another's program.
  [/^USE_BAZEL_VERSION$/, /^[\w.-]*$/],
  // `cargo clean` deletes the whole directory.
  [
    /^CARGO_TARGET_DIR$/,
    /^(?!.*\.\.)(?:\.\/|\/tmp\/)?(?:[\w.-]+\/)*[\w.-]*(?:target|build)[\w.-]*(?:\/[\w.-]+)*\/?$|^\/tmp\/[\w.-]+$/,
  ],
  [/^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/, /^/],
  [/^GIT_TRACE(?:_SETUP|_PERFORMANCE|2|_SHALLOW|_REFS)?$/, /^(?:|[012]|true|false)$/],
  [/^GIT_CONFIG_(?:NOSYSTEM|GLOBAL|SYSTEM)$/, /^(?:1|\/dev\/null)$/],
  [/^LESS$/, /^-?[FRXSMiNr]*$/],
  [
    /^NODE_OPTIONS$/,
    /^(?:\s*--(?:max[-_]old[-_]space[-_]size=\d+|no-warnings|no-deprecation|enable-source-maps|experimental-vm-modules|trace-warnings|trace-deprecation|openssl-legacy-provider|dns-result-order=\w+))*\s*$/,
  ],
  [/^NODE_NO_WARNINGS$|^NODE_DISABLE_COLORS$|^NODE_PENDING_DEPRECATION$/, /^\w*$/],
  [/^NODE_(?:ENV|DEBUG)$/, /^[\w.,*:-]*$/],
  // Modules of the project are its code.
  [/^(?:PYTHONPATH|NODE_PATH|RUBYLIB|PERL5LIB)$/, /^(?:(?:\.\/)?(?:\.|[a-z]\w*(?:[/-]\w+)*)\/?(?::|$))+$/i],
  [
    /^JAVA_HOME$/,
    /^\/(?:usr\/lib|usr\/local|opt|Library\/Java|usr\/share)\/(?!.*\.\.)[\w./+-]*(?:jvm|jdk|java)[\w./+-]*$/i,
  ],
  [/^(?:CC|CXX|CPP|LD|AR)$/, /^(?:ccache )?(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|cpp|ld|lld|ar)(?:-\d+)?$/],
  [
    /^GOFLAGS$/,
    /^(?:\s*-(?:mod=(?:vendor|mod|readonly)|trimpath|race|v|x|short|buildvcs=\w+|(?:count|p|tags|timeout)=[\w,.]+))*\s*$/,
  ],
  [
    /^RUSTFLAGS$|^RUSTDOCFLAGS$/,
    /^(?:\s*(?:-[ADWF] ?[\w:-]+|-C ?(?:target-cpu=[\w-]+|opt-level=\w|debuginfo=\w|debug-assertions(?:=\w+)?|instrument-coverage|overflow-checks=\w+|codegen-units=\d+|lto(?:=\w+)?|panic=\w+|strip=\w+)|--cfg[ =]\w+|-g))*\s*$/,
  ],
  [/^BUNDLE_(?:WITHOUT|WITH|DEPLOYMENT|FROZEN|JOBS|RETRY|SILENCE_\w+|DISABLE_\w+)$/, /^[\w:, ]*$/],
  [/^(?:PYTEST_ADDOPTS)$/, /^(?:\s*(?:-[qvxs]+|--maxfail=\d+|-n ?\w+|--tb=\w+|--color=\w+|--no-header|-ra?))*\s*$/],
  [/^PYTEST_DISABLE_PLUGIN_AUTOLOAD$|^COVERAGE_CORE$|^TOX_PARALLEL_NO_SPINNER$/, /^\w*$/],
  [/^(?:POETRY|PDM)_(?:VIRTUALENVS_(?:CREATE|IN_PROJECT)|NO_INTERACTION|CHECK_UPDATE)$/, /^\w*$/],
  [/^(?:PLAYWRIGHT|PUPPETEER)_(?:HEADLESS|WORKERS|PORT|HTML_OPEN|FORCE_TTY|TEST_TIMEOUT)$/, /^\w*$/],
  [/^(?:COMPOSE_(?:PROFILES|PROGRESS|ANSI|PARALLEL_LIMIT|MENU)|DOCKER_DEFAULT_PLATFORM)$/, /^[\w,./-]*$/],
  [/^ANSIBLE_(?:NOCOLOR|FORCE_COLOR|STDOUT_CALLBACK|VERBOSITY|FORKS)$/, /^\w*$/],
  [
    /^(?:CTEST_(?:PARALLEL_LEVEL|OUTPUT_ON_FAILURE)|CMAKE_(?:BUILD_TYPE|BUILD_PARALLEL_LEVEL|COLOR_DIAGNOSTICS|EXPORT_COMPILE_COMMANDS)|NINJA_STATUS)$/,
    /^[\w[\]%/ ]*$/,
  ],
  [/^(?:MIX|ELIXIR|RUBY|PHP)_ENV$|^PHP_CS_FIXER_IGNORE_ENV$/, /^\w*$/],
  [/^QT_QPA_PLATFORM$/, /^\w+$/],
  [/^PLAYWRIGHT_BROWSERS_PATH$/, /^0$/],
  [/^RUBYOPT$/, /^(?:\s*-(?:W\d?|w|W:no-\w+))*\s*$/],
  [/^DJANGO_SETTINGS_MODULE$|^(?:FLASK|QUART)_APP$/, /^[a-z]\w*(?:[.:]\w+)*(?:\.py)?$/i],
  [/^(?:A|T|M|UB|L)SAN_OPTIONS$/, /^(?!.*(?:path|suppressions|include))[\w=:,]*$/],
  [/^(?:TEST|JEST|VITEST|MOCHA|PHPUNIT)_(?:ARGS|FLAGS|OPTS|OPTIONS)$/, /^[\w ]*$/],
  [
    /^PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|IOENCODING|UTF8|HASHSEED|FAULTHANDLER|DEVMODE|ASYNCIODEBUG|NOUSERSITE|SAFEPATH|OPTIMIZE|WARNINGS|TRACEMALLOC)$/,
    /^[\w-]*$/,
  ],
  [/^CARGO_(?:TERM_\w+|INCREMENTAL|NET_OFFLINE|BUILD_JOBS|PROFILE_\w+)$/, /^[\w-]*$/],
  [/^RUST_(?:BACKTRACE|LIB_BACKTRACE|MIN_STACK|TEST_THREADS|LOG_STYLE)$/, /^\w*$/],
  [/^RUST_LOG$/, /^[\w=,:*[\]{}-]*$/],
  [
    /^(?:GOCACHE|GOTMPDIR|(?:PIP|UV|PUPPETEER|POETRY)_CACHE_DIR|npm_config_cache|COVERAGE_FILE|PYTHONPYCACHEPREFIX)$/,
    /^(?!.*\.\.)(?:\/tmp(?:\/|$))?(?:[\w.][\w./-]*)?$/,
  ],
  [/^(?:CGO_ENABLED|GO111MODULE|GOOS|GOARCH|GOMAXPROCS|GOGC|GODEBUG)$/, /^[\w=,]*$/],
  [
    /^(?:npm_config|NPM_CONFIG)_(?:loglevel|yes|audit|fund|offline|prefer_offline|progress|color|update_notifier)$/i,
    /^[\w-]*$/,
  ],
  [/^PIP_(?:NO_INPUT|NO_CACHE_DIR|QUIET|DISABLE_PIP_VERSION_CHECK|BREAK_SYSTEM_PACKAGES)$/, /^\w*$/],
  [/^UV_(?:OFFLINE|NO_PROGRESS|QUIET|NO_CACHE|FROZEN|SYSTEM_PYTHON)$/, /^\w*$/],
  [/^(?:MAKEFLAGS|CTEST_OUTPUT_ON_FAILURE)$/, /^(?:-?j ?\d*|\d)$/],
  [
    /^(?:C|CXX|LD|CPP)FLAGS$/,
    /^(?:\s*-(?:O\w?|g\d?|W[a-z][\w-]*(?:=\w+)?|std=[\w+]+|D\w+(?:=\w+)?|pthread|pipe|fPIC))*\s*$/,
  ],
  [/^TF_(?:VAR_\w+|IN_AUTOMATION|INPUT|LOG)$/, /^/],
  [/^DENO_NO_UPDATE_CHECK$|^DENO_NO_PROMPT$/, /^\w*$/],
  [/^ELECTRON_(?:NO_\w+|ENABLE_LOGGING)$|^PUPPETEER_SKIP_\w+$|^PLAYWRIGHT_SKIP_\w+$/, /^\w*$/],
  [/^COMPOSER_(?:NO_INTERACTION|ALLOW_SUPERUSER|NO_AUDIT)$/, /^\w*$/],
  [/^DOCKER_(?:BUILDKIT|CLI_HINTS|DEFAULT_PLATFORM|SCAN_SUGGEST)$/, /^[\w/-]*$/],
  [
    /^JAVA_(?:TOOL_)?OPT(?:ION)?S$|^(?:MAVEN|GRADLE|SBT)_OPTS$/,
    /^(?:\s*-(?:Xm[sx]\w+|Xss\w+|D[\w.]+=(?:true|false|\d+)))*\s*$/,
  ],
];

/** Names whose value is only text, also where nobody knows it. */
const ANY_VALUE = /^(?:NODE_ENV|GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|TF_VAR_\w+|PLAYWRIGHT_\w*PORT)$/;

/** Variables that name programs or code to load, or that change where programs find them. */
const CHANGING: readonly RegExp[] = [
  // The shell itself.
  /^(?:PATH|ENV|BASH_ENV|PROMPT_COMMAND|PS[0124]|SHELLOPTS|BASHOPTS|BASH_(?:ALIASES|CMDS|LOADABLES_PATH|COMPAT|FUNC_.*)|CDPATH|EXECIGNORE|HOME|SHELL|POSIXLY_CORRECT|DIRSTACK|GLOBIGNORE|FCEDIT|INPUTRC|ZDOTDIR|XDG_(?:CONFIG|DATA)_\w+|FPATH)$/,
  // The loader and the C library.
  /^(?:LD|DYLD)_/,
  /^(?:GCONV_PATH|LOCPATH|NLSPATH|HOSTALIASES|GLIBC_TUNABLES|MALLOC_CHECK_|TERMINFO(?:_DIRS)?|OPENSSL_\w+|GTK_\w+|GIO_\w+|QT_\w+)$/,
  // Programs that a program starts.
  /(?:^|_)(?:PAGER|EDITOR|BROWSER|ASKPASS|SHELL)$/,
  /^(?:VISUAL|MANPAGER|MAN(?:OPT|ROFFOPT|ROFFSEQ)|LESS\w*|MORE|LV|TERMINAL|SVN_\w+|HG\w*|CVS\w*|RSYNC_\w+|SUDO_\w+|SYSTEMD_\w+)$/,
  // `unixexec:` starts a program, and a version may name another's.
  /^(?:DBUS_\w*ADDRESS|USE_BAZEL_VERSION)$/,
  /^(?:BASH|ZSH|VIM|SCREEN|ACK|MY|HG|NPM)RC(?:PATH)?$|^(?:GREP|LS|LESS|DIFF|TAR)_OPTIONS$|^(?:FLASK|QUART)_APP$/,
  /^GIT_/,
  /^(?:NODE_|npm_config_|NPM_CONFIG_|YARN_|PNPM_|BUN_|DENO_|ELECTRON_|TS_NODE_|PUPPETEER_|PLAYWRIGHT_|ESBUILD_)/i,
  /^(?:PYTHON|PIP_|UV_|PIPX_|POETRY_|CONDA_|TOX_|PYTEST_|IPYTHON|JUPYTER_|COVERAGE_(?:RCFILE|PROCESS|DEBUG|FILE)|VIRTUAL_ENV$)/,
  /^(?:PERL|RUBY|GEM_|BUNDLE_|RBENV_|LUA_|PHP|COMPOSER|R_|RPROFILE|JULIA_|GUILE_|TCL|ERL_|ELIXIR_|MIX_|SWIFT_)/,
  /^(?:JAVA|_JAVA|JDK_|JVM_|CLASSPATH$|MAVEN_|M2_|GRADLE_|SBT_|ANT_|KOTLIN_|SCALA_)/,
  /^(?:GO[A-Z]+|GO_\w+|CGO_\w+|CARGO\w*|RUSTC?|RUSTC?_\w+|RUSTDOC\w*|RUSTUP_\w+)$/,
  /^(?:CC|CXX|CPP|LD|AR|AS|NM|RANLIB|STRIP|OBJCOPY|FC|F77|AWK|SED|PERL|MAKE\w*|MFLAGS|GNUMAKE\w*|CMAKE_\w+|NINJA\w*|CTEST_\w+|CCACHE_\w+|GCC_\w+|COMPILER_PATH|LIBRARY_PATH|CPATH|\w+_INCLUDE_PATH|PKG_CONFIG\w*|M4\w*|ACLOCAL\w*|AUTO\w+)$/,
  /^(?:DOCKER_|CONTAINERS?_|PODMAN_|BUILDAH_|COMPOSE_(?:FILE|ENV_FILES|PROJECT_\w+)|KUBE|HELM_|AWS_(?:CONFIG|SHARED|PAGER)|CLOUDSDK_|AZURE_CONFIG|TF_|TERRAFORM_|ANSIBLE_|VAGRANT_|GH_(?:PATH|CONFIG))/,
  /^(?:SSH_\w+|GNUPGHOME|CURL_HOME|\w*WGETRC|SSLKEYLOGFILE|TAR_OPTIONS|GZIP|BZIP2?|XZ_\w+|ZSTD_\w+|ZIPOPT|UNZIP|ZIP|FZF_\w+|BAT_\w+|DELTA_\w+|RIPGREP_CONFIG_PATH|ACK\w*|PARALLEL\w*|WATCH_\w+|AWKPATH|AWKLIBPATH|EMACS\w*|VIM\w*|NVIM\w*|MYVIMRC|EXINIT|TEX\w*|BIB\w*|MYSQL_HOME|PSQL\w*|PGSERVICEFILE|SQLITE\w*|GDB\w*|TEXTDOMAIN\w*|MODULEPATH|WINE\w*|DEBUGINFOD_URLS)$/,
];

/** Variables whose value bash evaluates as arithmetic on assignment. */
const INTEGER = /^(?:RANDOM|SRANDOM|OPTIND|HISTCMD|SECONDS|LINENO|BASHPID|EPOCHSECONDS|BASH_SUBSHELL)$/;

/** Variables by which zsh finds programs, functions and aliases: agents run lines in the person's shell. */
const OF_ZSH =
  /^(?:path|cdpath|fpath|module_path|(?:dis_)?(?:functions|aliases|galiases|saliases)|commands|nameddirs|\w+_functions|(?:READ)?NULLCMD)$/;

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** Variables by which fish finds programs and functions. */
const OF_FISH = /^fish_(?:user_paths|function_path|complete_path)$/;

/** True if fish's `set` of this variable changes which programs run; it may have an index, as in `PATH[1]`. */
export function changesInFish(written: string): boolean {
  const name = written.replace(/\[.*$/s, '');
  return OF_FISH.test(name) || CHANGING.some((pattern) => pattern.test(name));
}

/** True for a variable that a shell or a known program obeys, so that it counts also where the line does not export it. */
export function changesPrograms(name: string): boolean {
  return CHANGING.some((pattern) => pattern.test(name));
}

/** True for a value with which a known variable starts and loads nothing. */
export function isMild(name: string, value: Word | undefined): boolean {
  if (!value || ANY_VALUE.test(name)) return value !== undefined;
  const [pattern = '', ...others] = value.unknown ? (value.patterns ?? []) : [];
  // `$PWD/src` is `./src`.
  const isHere = others.length === 0 && pattern.startsWith(HERE) && !pattern.includes(UNKNOWN);
  const text = isHere ? `.${pattern.slice(HERE.length)}` : value.unknown ? undefined : value.text;
  return text !== undefined && MILD.some(([names, values]) => names.test(name) && values.test(text));
}

/** Why an assignment changes which programs run. `undefined`: it does not, such as `CI=1` and `GIT_PAGER=cat`. */
function whyAssignmentMatters(name: string, value: Word | undefined): string | undefined {
  if (OF_ZSH.test(name)) return `zsh finds what it runs by ${name}.`;
  if (!changesPrograms(name) || isMild(name, value)) return undefined;
  return `${name} changes which programs run, or what they load.`;
}

/** Records the effect of an assignment on the rest of the line. `value` absent: unknown. */
export function checkAssignment(written: string, value: Word | undefined, span: Span, reading: Reading): void {
  const name = written.replace(/\[.*$/s, '');
  const why = whyAssignmentMatters(name, value);
  if (why !== undefined) report(reading, 'CHANGES_PROGRAMS', why, span);
  if (name !== '') {
    noteValue(name, value, reading);
    noteCopy(name, value, reading);
    reading.assigned.push({ name, value });
  }
  if (!value) return;
  const isNumber = value.unknown ? value.number !== undefined : /^[-+\d\s.,:/%]*$/.test(value.text);
  if (!isNumber) reading.anyText.add(name);
  if (!isNumber && INTEGER.test(name)) reportInteger(name, span, reading);
  if (!value.unknown && /\$\(|`/.test(value.text))
    report(
      reading,
      'UNKNOWN_CODE',
      `The value of ${name} contains a command, which bash runs where it calculates with ${name}.`,
      span,
    );
}

/** Records that a variable may get what others hold. */
export function noteCopy(name: string, value: Word | undefined, reading: Reading): void {
  if (!value?.unknown || !value.shows) return;
  const copies = reading.copies.get(name);
  if (copies) copies.push(...value.shows);
  else reading.copies.set(name, [...value.shows]);
}

function reportInteger(name: string, span: Span, reading: Reading): void {
  report(reading, 'UNKNOWN_CODE', `Bash calculates the value of ${name}, in which a[$(cmd)] runs a command.`, span);
}

const NAMES = /[A-Za-z_]\w*|(?<=\$\{?)[\d@*]/g;

/**
 * Records the variables in a text that bash evaluates as arithmetic.
 *
 * @param index true: only the text between brackets is evaluated
 */
export function noteNames(text: string, span: Span, scope: Scope, reading: Reading, index = false): void {
  for (const [name] of text.matchAll(NAMES)) if (!reading.calculated.has(name)) reading.calculated.set(name, span);
  const evaluated = index ? (/\[.*\]/s.exec(text)?.[0] ?? '') : text;
  // A length and `${X:+1}` have nothing of the value.
  const names = evaluated.replace(/\$\{(?:#\w+|\w+:?\+)/g, '').matchAll(NAMES);
  const shows = Array.from(names, ([name]) =>
    /^\w/.test(name) && !/^\d/.test(name) ? { name, isOwn: scope.certain.has(name) } : { name: '@', isOwn: true },
  );
  notePrinted(shows, 'calculated', scope, span, reading);
}

/** Records a variable that a builtin assigns any value: `read NAME`, `printf -v NAME`. */
export function checkName(word: Word, reading: Reading, span: Span): void {
  const name = word.unknown ? '' : word.text.replace(/\[(?:\d+|[@*])\]$/, '');
  if (!IDENTIFIER.test(name)) {
    const message = `${word.text} names a variable that is not known before the line runs.`;
    report(reading, 'CHANGES_PROGRAMS', message, span);
    return;
  }
  checkAssignment(name, undefined, span, reading);
  reading.anyText.add(name);
  if (INTEGER.test(name)) reportInteger(name, span, reading);
}
