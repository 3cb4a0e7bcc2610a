import { beginsKnown, type GivenOption, isOneOf, isOperand, type Walked, walkOptions } from '../line/options.ts';
import { knownTexts } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { Snippet, Word } from '../line/types.ts';
import { SHELLS } from './shells.ts';
import { failed, type Piped, type Unwrapped } from './unwrapped.ts';

/** An interpreter whose code is read, and the options with which it does nothing else. */
interface Interpreter {
  readonly name: RegExp;
  readonly language: Snippet['language'];
  readonly options: string;
  /** Options whose value is the code. */
  readonly code: string;
  /** Options that need this value. */
  readonly values?: Readonly<Record<string, RegExp>>;
  /** The command whose argument is the code. */
  readonly command?: string;
}

const INTERPRETERS: readonly Interpreter[] = [
  {
    name: /^python(?:3(?:\.\d+)?)?$/,
    language: 'python',
    options: 'c= b B d E I O P q s S u v W= X=',
    code: 'c',
    values: { W: /^(?:ignore|default|error|always|once|module)$/, X: /^(?:importtime|utf8(?:=1)?|dev)$/ },
  },
  {
    name: /^node(?:js)?$/,
    language: 'javascript',
    options:
      'e= eval= p= print= input-type= no-warnings trace-warnings no-deprecation trace-deprecation max-old-space-size= stack-size= expose-gc ' +
      'enable-source-maps harmony trace-uncaught',
    code: 'e eval p print',
    values: { 'input-type': /^(?:module|commonjs)$/ },
  },
  { name: /^deno$/, language: 'javascript', options: 'p print ext= q quiet check no-check', code: '', command: 'eval' },
  { name: /^bun$/, language: 'javascript', options: 'e= eval= p= print=', code: 'e eval p print' },
  { name: /^tsx$/, language: 'javascript', options: 'e= eval= p= print=', code: 'e eval p print' },
];

/** The code that an interpreter is given in its words or by a here-document. Undefined: none, or not all of it is known. */
function snippetOf(name: string, words: readonly Word[], { stdin, isOwn }: Piped): Snippet | undefined {
  if (name === 'perl' || name === 'ruby' || name === 'php') return switchedSnippet(name, words);
  const row = INTERPRETERS.find((one) => one.name.test(name));
  if (!row) return undefined;
  const { language, command } = row;
  const args = command === undefined ? words : words.slice(1);
  if (command !== undefined && (words[0]?.unknown || words[0]?.text !== command)) return undefined;
  const walked = walkOptions(name, args.map(plain), row.options);
  const { options, rest, issue } = language === 'python' ? upToCode(walked, args) : walked;
  if (issue || options.some((option) => !isFine(option, row))) return undefined;
  const given = options.filter((option) => isOneOf(option, row.code));
  if (given.length > 1) return undefined;
  const [first] = rest;
  if (given.length === 1 || command !== undefined) {
    const code = command === undefined ? given[0]?.value : first;
    if (!code || code.unknown) return undefined;
    return { language, text: code.text, args: command === undefined ? rest : rest.slice(1) };
  }
  const isInput = first === undefined || (!first.unknown && first.text === '-');
  if (!isInput || isOwn !== true || typeof stdin !== 'object' || stdin.unknown) return undefined;
  return { language, text: stdin.text, args: rest.slice(1) };
}

/**
 * Switches that make a loop over lines, name what parts its fields, or load a module of the language's own, and the last one before the
 * code. The values of Perl's are filled into the code.
 */
const SWITCHES = {
  perl: {
    before:
      /^-(?:[nplaw]|0(?:777)?)+$|^-[nplaw]*i$|^-0(?:777)?[pnl]*i$|^-C(?:S|SD|SDA|SAD)?$|^-F(?:[:,;|=\t ]|\\[ts]\+?)$|^-M(?:strict|warnings|utf8|(?:POSIX|List::Util)(?:=[\w,]+)?)$/,
    last: /^-(?:[nplaw]|0(?:777)?)*[eE]$/,
  },
  ruby: {
    before:
      /^-(?:[nplaw]|0(?:777)?)+$|^-W[012]?$|^-F(?:[:,;=\t ]|\\t)$|^-r(?:json|yaml|csv|date|time|set|digest|securerandom|base64|pp|uri|cgi)$/,
    last: /^-(?:[nplaw]|0(?:777)?)*e$/,
  },
  php: { before: /^-n$/, last: /^-r$/ },
} as const;

/** `perl -lane CODE FILE…`. */
function switchedSnippet(language: keyof typeof SWITCHES, words: readonly Word[]): Snippet | undefined {
  const switches = SWITCHES[language];
  const at = words.findIndex((word) => word.unknown || !switches.before.test(word.text));
  const [last, code, ...args] = at < 0 ? [] : words.slice(at);
  if (!last || last.unknown || !switches.last.test(last.text)) return undefined;
  if (!code || code.unknown) return undefined;
  return { language, text: code.text, args };
}

/** `-0777ne` of Perl is `-0777 -ne`. */
function apart(word: Word): readonly Word[] {
  const [, number = '', rest = ''] = (!word.unknown && /^(-0\d*)([nplaw]*[eE])$/.exec(word.text)) || [];
  return number === ''
    ? [word]
    : [
        { ...word, text: number },
        { ...word, text: `-${rest}` },
      ];
}

/** `-pe` of Node.js is `-p`. */
function plain(word: Word): Word {
  return !word.unknown && word.text === '-pe' ? { ...word, text: '-p' } : word;
}

/** All words behind the code of `-c` are its arguments, also those with dashes. */
function upToCode(walked: Walked, args: readonly Word[]): Walked {
  const at = args.findIndex((word) => !word.unknown && /^-[a-zA-Z]*c/.test(word.text));
  if (at < 0) return walked;
  const before = walkOptions('python', args.slice(0, at), 'b B d E I O P q s S u v W= X=');
  if (before.issue || before.rest.length > 0) return walked;
  const [, flags = '', attached = ''] = /^-([a-zA-Z]*?)c(.*)$/s.exec(args[at]?.text ?? '') ?? [];
  if (!/^[bBdEIOPqsSuv]*$/.test(flags)) return walked;
  const code = attached === '' ? args[at + 1] : { text: attached };
  const rest = args.slice(attached === '' ? at + 2 : at + 1);
  return { options: [...before.options, code ? { name: 'c', value: code } : { name: 'c' }], rest };
}

function isFine({ name, value }: GivenOption, { values }: Interpreter): boolean {
  const pattern = values?.[name];
  return pattern === undefined || (value !== undefined && !value.unknown && pattern.test(value.text));
}

/** Interpreters, and their options that are followed by code. */
const interpreters: readonly (readonly [name: RegExp, code: RegExp])[] = [
  [/^(python|pypy)[\d.]*w?$/, /^-[a-zA-Z]*c/],
  [
    /^(node|nodejs)$/,
    // Its document judges `--require` and its like.
    /^(-[a-z]*[ep]\b|-[ep].*|--(eval|print)(=.*)?|eval|repl)$/,
  ],
  [
    /^(bun|deno|tsx|ts-node|qjs)$/,
    /^(-[a-z]*[epr]\b|-[ep].*|--(eval|print|require|import|loader|experimental-loader|env-file)(=.*)?|eval|repl)$/,
  ],
  [/^perl[\d.]*$/, /^-[a-zA-Z\d]*[eEMmIdx]|^-[a-zA-Z\d]*i/],
  [/^ruby[\d.]*$/, /^-(?!I)[a-zA-Z\d]*[er]/],
  [/^php[\d.]*$/, /^-(?!d)[a-zA-Z]*[rBREa]|^--(run|process-)/],
  [/^lua(jit)?[\d.]*$/, /^-[a-zA-Z]*[eli]/],
  [
    /^(osascript|Rscript|R|julia|elixir|erl|guile|racket|sbcl|scala|groovy|swift|ghc|ocaml|emacs|octave)$/,
    /^-{1,2}(e|E|x|c|l|eval|batch|run|expression|execute|exec|print|p)(=|$)/,
  ],
  [/^(tclsh|wish|expect)[\d.]*$/, /^-[cdf]|^[^-]/],
  [/^(ex|vi|vim|nvim|view|vimdiff|ed|gvim)$/, /^(\+|-[a-zA-Z]*[cSsuU]|--cmd)/],
];

/** True for a program whose words name a file of code that it runs. */
export function isInterpreter(program: string): boolean {
  const name = programName(program);
  return Object.hasOwn(SHELLS, name) || interpreters.some(([names]) => names.test(name));
}

/** Interpreters that read no options of theirs behind the script. */
const ENDS_AT_SCRIPT = /^(?:python|pypy|node|tsx|ts-node|perl|ruby|php|lua|Rscript|julia|elixir)/;

function isPython(name: string): boolean {
  return /^(?:python|pypy)/.test(name);
}

/** The words up to the script, whose own words follow; all of them where an option before may take it for its value. */
function beforeScript(name: string, args: readonly Word[]): readonly Word[] {
  if (!ENDS_AT_SCRIPT.test(name)) return args;
  const at = args.findIndex((word) => isOperand(word));
  const last = args[at - 1]?.text ?? '';
  const isScript =
    at === 0 || /^--[\w-]+=|^-[bBEIOqsSuvw]+$/.test(last) || (isPython(name) && /^-[bBEIOqsSuv]*m$/.test(last));
  return at >= 0 && isScript ? args.slice(0, at + 1) : args;
}

/** Modules of Python that run a script and print about it, and their options that change nothing but that. `m`: a module instead. */
const PROFILERS: Readonly<Record<string, string>> = {
  cProfile: 'o= s= m outfile= sort=',
  profile: 'o= s= m outfile= sort=',
  trace: 't l T trace listfuncs trackcalls',
  memory_profiler: 'precision=',
  timeit: 'n= r= s= p v u= number= repeat= setup= process verbose unit=',
};

/** `python -m cProfile SCRIPT…` is `python SCRIPT…`, and the statements of `python -m timeit` are read. */
export function unwrapProfiler(program: Word, args: readonly Word[]): Unwrapped | undefined {
  const [option, module, ...own] = args;
  const name = module?.text ?? '';
  const isKnown = knownTexts(args.slice(0, 2)) && option?.text === '-m' && Object.hasOwn(PROFILERS, name);
  if (!isKnown || !/^python[\d.]*$/.test(programName(program.text))) return undefined;
  const { options, rest, issue } = walkOptions(name, own, PROFILERS[name] ?? '');
  // They open a file that begins with a dash.
  if (issue || !rest[0] || (name !== 'timeit' && (rest[0].text === '-' || !isOperand(rest[0])))) return undefined;
  const outer = [program, ...args.slice(0, args.length - rest.length)];
  if (name !== 'timeit') {
    const words = [program, ...(options.some((one) => one.name === 'm') ? [{ text: '-m' }] : []), ...rest];
    return { name, inner: [{ words }], outer, keepsOuter: true, issues: [] };
  }
  const setup = options.flatMap((one) => (isOneOf(one, 's setup') && one.value ? [one.value] : []));
  if (!knownTexts([...setup, ...rest])) return undefined;
  const text = [...setup, ...rest].map((one) => one.text).join('\n');
  const unread = { code: 'UNKNOWN_CODE', message: 'timeit runs code in the line that is not read.' } as const;
  return {
    ...failed(name, unread),
    outer: [program, ...args.slice(0, 2)],
    snippet: { language: 'python', text, args: [] },
  };
}

/** Where packages of a language have programs in that language. */
const PLACED: Readonly<Record<string, RegExp>> = {
  php: /^(?:\.\/)?vendor\/bin\/[\w.-]+$/,
  node: /^(?:\.\/)?node_modules\/\.bin\/[\w.-]+$/,
};

/** Code in the line that is not read (`python -c`, `node -e`), or that an interpreter reads from its input. */
export function unwrapInterpreter(name: string, args: readonly Word[], piped: Piped): Unwrapped | undefined {
  const { stdin } = piped;
  const row = interpreters.find(([names]) => names.test(name));
  if (!row) return undefined;
  // `php vendor/bin/phpunit` is the program that a package brought.
  if (knownTexts(args.slice(0, 1)) && PLACED[name]?.test(args[0]?.text ?? ''))
    return { name, inner: [{ words: args }], keepsOuter: false, issues: [] };
  const own = beforeScript(name, args);
  const hasCode = own.some((word) => {
    if (word.unknown) return !isOperand(word) && !(word.reason === 'glob' && beginsKnown(word));
    return row[1].test(word.text);
  });
  const operands = args.filter((word) => word.unknown || word.text === '-' || !word.text.startsWith('-'));
  const more = name.startsWith('php') ? /^(-m|--modules|--ini)$/ : /^--test$/;
  const isPrinting = args.some(
    ({ unknown, text }) =>
      !unknown && (/^(--?version|--help|-h|-V|-v)$/.test(text) || (/^(php|node)/.test(name) && more.test(text))),
  );
  const [script] = operands;
  const readsInput =
    (operands.length === 0 && !isPrinting) ||
    (script && /^(-|\/dev\/(stdin|fd\/\d+)|\/proc\/self\/fd\/\d+)$/.test(script.text));
  const snippet = hasCode || readsInput ? snippetOf(name, args, piped) : undefined;
  if (hasCode)
    return {
      ...failed(name, { code: 'UNKNOWN_CODE', message: `${name} runs code in the line that is not read.` }),
      outer: name === 'perl' ? [{ text: name }, ...args.flatMap(apart)] : undefined,
      snippet,
    };
  if (!readsInput) return undefined;
  const source =
    stdin === 'none' ? 'its standard input' : stdin === 'pipe' ? 'the program before it' : 'a file or here-document';
  const issue = {
    code: 'UNKNOWN_CODE',
    message: `${name} runs code that comes from ${source}.`,
    isInput: true,
  } as const;
  return { ...failed(name, issue), snippet };
}
