/** Globals that may be called with any values, and handed on. */
export const PURE_GLOBALS: ReadonlySet<string> = words(
  'String Number Boolean BigInt parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI escape unescape structuredClone atob btoa',
);

/** Globals that are values. */
export const VALUES: ReadonlySet<string> = words('undefined NaN Infinity __dirname __filename');

/** Classes that may be made with `new`, and called where that makes a value, too. */
export const CLASSES: ReadonlySet<string> = words(
  'Map Set WeakMap WeakSet Date Array Error TypeError RangeError SyntaxError RegExp URL URLSearchParams TextEncoder TextDecoder Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array BigInt64Array BigUint64Array ArrayBuffer DataView',
);

/** By global object or module, its members that do no harm with any values. They are called, or they are values. */
export const MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = table({
  console: 'log error warn info debug table dir group groupEnd groupCollapsed time timeEnd timeLog count assert trace',
  JSON: 'stringify parse',
  Math: 'abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 floor fround hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt tan tanh trunc E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2',
  Object: 'keys values entries fromEntries is hasOwn groupBy freeze',
  Array: 'from of isArray',
  String: 'fromCharCode fromCodePoint',
  Number:
    'isInteger isFinite isNaN isSafeInteger parseFloat parseInt MAX_SAFE_INTEGER MIN_SAFE_INTEGER EPSILON MAX_VALUE MIN_VALUE',
  Date: 'now parse UTC',
  URL: 'canParse parse',
  Promise: 'all resolve allSettled',
  Buffer: 'from alloc concat byteLength isBuffer compare',
  Intl: 'NumberFormat DateTimeFormat Collator PluralRules RelativeTimeFormat ListFormat Segmenter supportedValuesOf getCanonicalLocales',
  performance: 'now timeOrigin memoryUsage',
  process:
    'version versions platform arch argv cwd memoryUsage uptime hrtime pid ppid execPath title release features config exit exitCode stdout stderr stdin cpuUsage resourceUsage argv0 execArgv getuid getgid',
  crypto: 'randomUUID getRandomValues',
  path: 'join resolve basename dirname extname relative normalize isAbsolute parse format sep delimiter posix win32',
  os: 'platform arch cpus totalmem freemem release type version homedir tmpdir hostname loadavg uptime EOL availableParallelism endianness machine userInfo',
  util: 'inspect format isDeepStrictEqual types stripVTControlCharacters',
  url: 'URL URLSearchParams fileURLToPath pathToFileURL parse',
  querystring: 'parse stringify escape unescape',
  assert: 'equal strictEqual deepEqual deepStrictEqual notEqual notStrictEqual ok match fail notDeepStrictEqual',
  zlib: 'gzipSync gunzipSync deflateSync inflateSync brotliCompressSync brotliDecompressSync deflateRawSync inflateRawSync crc32',
  perf_hooks: 'performance',
  punycode: 'encode decode toASCII toUnicode',
  string_decoder: '',
  'node:crypto':
    'createHash createHmac randomUUID randomBytes randomInt getHashes getCiphers timingSafeEqual hash constants',
  fs: 'existsSync statSync lstatSync accessSync constants realpathSync',
  'fs/promises': '',
  module: 'builtinModules',
  'timers/promises': 'setTimeout',
  readline: '',
});

/** Modules of Node.js: no file of that name is loaded instead. */
export const OF_NODE: ReadonlySet<string> = words(
  'assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises domain events fs fs/promises http http2 https inspector inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises repl sea sqlite stream stream/promises string_decoder sys test timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib',
);

/** Methods that call nothing that they are given, on any value that the code can hold. */
export const METHODS: ReadonlySet<string> = words(`
  at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare match matchAll normalize padEnd padStart
  repeat search slice split startsWith substring substr toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase trim trimEnd
  trimStart toString valueOf toLocaleString isWellFormed toWellFormed
  join keys values entries flat reverse toReversed with copyWithin subarray
  get has add set delete clear size test exec
  getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay
  getUTCFullYear getUTCHours getUTCMinutes getUTCMonth getUTCSeconds toDateString toISOString toJSON toLocaleDateString toLocaleTimeString
  toTimeString toUTCString setDate setMonth setFullYear setHours setMinutes setSeconds setTime setUTCDate setUTCHours
  toFixed toPrecision toExponential hasOwnProperty
  equals readUInt8 readUInt16LE readUInt16BE readUInt32LE readUInt32BE readInt8 readInt32LE readInt32BE readFloatLE readDoubleLE
  update digest isFile isDirectory isSymbolicLink getAll append encode decode format formatToParts select resolvedOptions
  union intersection difference isSubsetOf isSupersetOf setEncoding finally`);

/** Methods that change what they are called on: only of what the code has made. */
export const CHANGERS: ReadonlySet<string> = words('push pop shift unshift splice fill');

/** Methods that call what they are given. */
export const CALLERS: ReadonlySet<string> = words(
  'map filter forEach reduce reduceRight find findIndex findLast findLastIndex some every flatMap sort toSorted replace replaceAll then catch',
);

/** Names that lead from a value to its constructor, to its caller, or to modules. */
export const LEADS_AWAY: RegExp =
  /^(?:constructor|prototype|caller|callee|arguments|call|apply|bind|mainModule|binding|dlopen|require|getBuiltinModule)$|__/;

/** Of packages of others, the functions that only read and write text, and call what they are given. */
export const PACKAGES: ReadonlyMap<string, RegExp> = new Map([
  ['typescript', /^(?:createSourceFile|forEachChild|is[A-Z]\w*|getModifiers|getDecorators|tokenToString)$/],
  ['yaml', /^(?:parse|parseAllDocuments|stringify)$/],
  [
    'semver',
    /^(?:valid|clean|satisfies|gte?|lte?|n?eq|r?compare|diff|inc|major|minor|patch|coerce|m(?:ax|in)Satisfying)$/,
  ],
]);

/** Methods of what these functions give, which only read. */
export const PACKAGE_METHODS: ReadonlySet<string> = words(
  'getText getFullText getStart getEnd getWidth getSourceFile getLineAndCharacterOfPosition getChildren getChildCount getChildAt',
);

/** A name that a library gives to an enumeration: its members are numbers and texts. */
export const ENUMERATION: RegExp = /^[A-Z]\w*(?:Kind|Type|Flags?|Target|Code|Level|Mode|Status|State)$/;

/** Globals of browsers, which Node.js does not have. A constant of the whole code may be called so. */
export const BROWSER: ReadonlySet<string> = words(
  '$ alert caches close confirm jest localStorage location navigator onmessage prompt self sessionStorage window',
);

/** Names that have another meaning before the code gives them a value, so it may not give them any. */
export const GLOBALS: ReadonlySet<string> = words(`
  $ AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack AsyncFunction Atomics BigInt BigInt64Array
  BigUint64Array Blob Boolean BroadcastChannel Buffer BuildError BuildMessage Bun ByteLengthQueuingStrategy Cache CacheStorage
  CloseEvent CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DataView Date DecompressionStream
  Deno DisposableStack Error ErrorEvent EvalError Event EventSource EventTarget File FinalizationRegistry Float16Array
  Float32Array Float64Array FormData Function GPU GeneratorFunction HTMLRewriter Headers ImageData Infinity Int16Array
  Int32Array Int8Array Intl Iterator JSON Jsr Loader Map Math MessageChannel MessageEvent MessagePort NaN Number Object
  Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList
  PerformanceResourceTiming Promise Proxy QuotaExceededError RangeError ReadableByteStreamController ReadableStream
  ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader ReferenceError
  Reflect RegExp Request ResolveError ResolveMessage Response Set ShadowRealm SharedArrayBuffer Storage String SubtleCrypto
  SuppressedError Symbol SyntaxError Temporal TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream
  TransformStreamDefaultController TypeError URIError URL URLPattern URLSearchParams Uint16Array Uint32Array Uint8Array
  Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly WebSocket WebSocketStream Worker WritableStream
  WritableStreamDefaultController WritableStreamDefaultWriter __dirname __filename addEventListener alert assert async_hooks
  atob btoa buffer caches child_process clearImmediate clearInterval clearTimeout close cluster confirm console crypto decodeURI
  decodeURIComponent dgram diagnostics_channel dispatchEvent dns domain encodeURI encodeURIComponent escape eval exports fetch
  global globalThis http http2 https importScripts inspector isFinite isNaN jest localStorage location module navigator net
  onmessage parseFloat parseInt perf_hooks performance postMessage process prompt punycode querystring queueMicrotask readline
  removeEventListener repl reportError require self sessionStorage setImmediate setInterval setTimeout stream string_decoder
  structuredClone sys timers tls trace_events tty undefined unescape v8 vm wasi window worker_threads zlib`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

function table(rows: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(rows).map(([name, list]) => [name, words(list)]));
}

/** True for a name under which a method is looked for. */
export function isTaken(name: string): boolean {
  return (
    METHODS.has(name) ||
    CALLERS.has(name) ||
    CHANGERS.has(name) ||
    PACKAGE_METHODS.has(name) ||
    name === 'on' ||
    name === 'once' ||
    name === 'finally' ||
    name in Object.prototype ||
    name in Array.prototype ||
    name in String.prototype ||
    name in Function.prototype
  );
}
