// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are bash's.
// Generates shell lines from a grammar of bash's constructs: the same lines for the same seed. Loops end, recursion does not happen.

const PROGRAMS = ['rm', 'touch', 'tac', 'ls', 'cat', 'grep', 'cp', 'mv', 'head', 'foo', '/bin/rm', '/usr/bin/sort'];
/** They start others, so that words which are not known make the program unknown. */
const WRAPPERS = ['git', 'make'];
/** Functions of these names may be defined, and their bodies call only others, so that none calls itself. */
const SHADOWED = ['ls', 'tac', 'grep'];
const VARIABLES = ['x', 'y', 'HOME', 'a', 'PWD', 'nosuch'];
const PLAIN = [
  'a.txt',
  'b.log',
  '-rf',
  '--force',
  'src',
  'x=1',
  '-n',
  '--',
  '--output=o',
  'list.txt',
  '-',
  '1',
  '%s',
  '@',
  'é',
];

class Grammar {
  #state: number;
  #depth = 0;
  /** Constructs that the line may still hold. */
  #room = 0;
  /** Bodies of here-documents that begin behind the next newline. */
  #bodies: string[] = [];
  /** May programs and code be unknown before the line runs? Then most lines are asked about, and little is proved. */
  #isWild = false;
  /** Bash loses semicolons behind a here-document in one. */
  #isInSubstitution = false;
  /** Inside a function: what it shadows may not be called. */
  #isInFunction = false;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  line(): string {
    this.#depth = 0;
    this.#isWild = this.#chance(0.3);
    this.#room = 3 + Math.floor(this.#random() * 9);
    this.#bodies = [];
    this.#isInFunction = false;
    this.#isInSubstitution = false;
    const text = this.#list();
    return `${text}${this.#bodies.length > 0 ? this.#newline() : ''}`;
  }

  /** Mulberry32. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<T>(from: readonly [T, ...T[]] | readonly T[]): T {
    const one = from[Math.floor(this.#random() * from.length)];
    if (one === undefined) throw new Error('Nothing to pick from.');
    return one;
  }

  #one(makers: readonly (() => string)[]): string {
    return this.#pick(makers)();
  }

  /** One that is not simple, as long as there is room for it. */
  #deeper(simple: () => string, others: readonly (() => string)[], share = 0.5): string {
    if (this.#depth >= 4 || this.#room <= 0 || !this.#chance(share)) return simple();
    this.#depth += 1;
    this.#room -= 1;
    const text = this.#one(others);
    this.#depth -= 1;
    return text;
  }

  #times(least: number, most: number, make: () => string): string[] {
    const count = least + Math.floor(this.#random() * (most - least + 1));
    return Array.from({ length: count }, make);
  }

  #newline(): string {
    const bodies = this.#bodies.join('');
    this.#bodies = [];
    return `\n${bodies}`;
  }

  /** Commands of an own here-document scope: `$( … )`, `( … )`. */
  #closed(make: () => string): string {
    const outer = this.#bodies;
    this.#bodies = [];
    const text = make();
    const end = this.#bodies.length > 0 ? this.#newline() : '';
    this.#bodies = outer;
    return `${text}${end}`;
  }

  #list(): string {
    let text = this.#andOr();
    for (const _ of this.#times(0, this.#depth === 0 ? 3 : 1, () => ''))
      text +=
        this.#one([() => '; ', () => ';', () => ' & ', () => this.#newline(), () => ` # ' ) }${this.#newline()}`]) +
        this.#andOr();
    return text;
  }

  /** Ends so that a reserved word may follow. */
  #body(): string {
    return `${this.#list()}${this.#one([() => '; ', () => this.#newline()])}`;
  }

  #andOr(): string {
    let text = this.#pipeline();
    for (const _ of this.#times(0, 1, () => ''))
      text += this.#one([() => ' && ', () => ' || ', () => '&&', () => `||${this.#newline()}`]) + this.#pipeline();
    return text;
  }

  #pipeline(): string {
    const start = this.#chance(0.08) ? this.#pick(['! ', 'time ', 'time -p ', '! time ']) : '';
    const commands = this.#times(1, this.#chance(0.3) ? 3 : 1, () => this.#command());
    return start + commands.join(this.#pick([' | ', '|', ' |& ', ' | \\\n ']));
  }

  #command(): string {
    return this.#deeper(
      () => this.#simple(),
      [() => this.#compound(), () => this.#function(), () => this.#code(), () => this.#wrapper(), () => this.#simple()],
      0.45,
    );
  }

  #simple(): string {
    const assignments = this.#chance(0.08) ? this.#times(1, 2, () => `${this.#assignment()} `).join('') : '';
    const before = this.#chance(0.05) ? `${this.#redirect()} ` : '';
    const words = this.#times(0, 3, () => ` ${this.#word()}`).join('');
    const after = this.#chance(0.15) ? ` ${this.#redirect()}` : '';
    if (assignments !== '' && this.#chance(0.3)) return assignments.trimEnd();
    return `${assignments}${before}${this.#name()}${words}${after}`;
  }

  #name(): string {
    const name = this.#pick(
      this.#isInFunction
        ? PROGRAMS.filter((one) => !SHADOWED.includes(one))
        : this.#isWild
          ? [...PROGRAMS, ...WRAPPERS]
          : PROGRAMS,
    );
    if (this.#chance(0.65)) return name;
    return this.#one([
      () => `"${name}"`,
      () => `'${name}'`,
      () => `\\${name}`,
      () => `${name.slice(0, 1)}''${name.slice(1)}`,
      () => `${name.slice(0, 1)}\\\n${name.slice(1)}`,
      () => `$'${[...name].map((one) => `\\x${one.charCodeAt(0).toString(16)}`).join('')}'`,
      () => `{${name},${this.#pick(PLAIN)}}`,
      () =>
        this.#pick(['echo', 'printf', 'test', 'cd', ':', 'true', 'false', 'export', 'set --', 'read', 'local', 'type']),
      () =>
        this.#isWild
          ? this.#pick(['$x', '"$y"', '${x:-rm}', 'r$x', '~/bin/x', './script.sh', '*.sh', '$(echo rm)', 'f'])
          : name,
    ]);
  }

  #assignment(): string {
    const name = this.#pick(['x', 'y', 'a', 'LANG', 'a[0]', 'a+', ...(this.#isWild ? ['PAGER', 'IFS', 'PATH'] : [])]);
    if (this.#chance(0.1)) return `a=(${this.#times(0, 2, () => this.#word()).join(' ')})`;
    if (this.#isWild && this.#depth < 3 && this.#chance(0.1)) return `a[${this.#substitution()}0]=1`;
    return `${name}=${this.#chance(0.1) ? '' : this.#word()}`;
  }

  #word(): string {
    return this.#times(1, this.#chance(0.2) ? 3 : 1, () => this.#piece()).join('');
  }

  #piece(): string {
    return this.#deeper(
      () =>
        this.#one([
          () => this.#pick(PLAIN),
          () => this.#pick(PLAIN),
          () => `'${this.#pick(['a b', ';rm z', '$(rm z)', '"', '\\', '`rm z`', '#', ''])}'`,
          () => `\\${this.#pick(['a', ' ', ';', '$', '"', "'", '\\', '\n', '|', '#'])}`,
          () => `$'${this.#pick(['a\\nb', "\\'", '\\x41', '\\u00e9', '\\101', '\\\\', '\\cA', 'a\\0b'])}'`,
          () => this.#variable(),
          () => this.#pick(['*.txt', '?.log', '[ab]*', '*', 'src/*', '{a,b}', '{1..3}', '{a,', '~', '~/x', '#', '{}']),
        ]),
      [
        () => this.#quoted(),
        () => this.#quoted(),
        () => this.#substitution(),
        () => this.#parameter(),
        () => `$((${this.#arithmetic()}))`,
        () => `${this.#isWild ? '' : ' '}${this.#pick(['<', '>'])}(${this.#inner()})${this.#isWild ? '' : ' '}`,
        () => `{${this.#piece()},${this.#piece()}}`,
      ],
      0.35,
    );
  }

  #variable(): string {
    const name = this.#pick(VARIABLES);
    return this.#pick([
      `$${name}`,
      `"$${name}"`,
      `\${${name}}`,
      `"\${${name}}"`,
      '"$@"',
      '$*',
      '$1',
      '$#',
      '$?',
      '"${a[@]}"',
      '${#x}',
    ]);
  }

  #parameter(): string {
    const name = this.#pick(VARIABLES);
    const word = this.#piece();
    const operator = this.#pick([':-', '-', ':=', ':+', '+', '#', '##', '%', '%%', '/', '//', '^', ',,', ':']);
    const text = operator === ':' ? `\${${name}:${this.#arithmetic()}}` : `\${${name}${operator}${word}}`;
    return this.#chance(0.5) ? `"${text}"` : text;
  }

  #quoted(): string {
    const pieces = this.#times(1, 3, () =>
      this.#one([
        () => this.#pick(['a b', ';', '\\"', '\\\\', "'", '\\$', '#', ')', '`'.repeat(0), '*', '\n', '\\\n']),
        () => this.#variable().replaceAll('"', ''),
        () => this.#substitution(),
        () => `$((${this.#arithmetic()}))`,
      ]),
    );
    return `"${pieces.join('')}"`;
  }

  #substitution(): string {
    const inner = this.#inner();
    if (this.#chance(0.2)) return `\`${inner.replace(/[\\`$]/g, '\\$&')}\``;
    const comment = this.#chance(0.05) ? " # it's )\n" : '';
    return `$(${inner.startsWith('(') ? ' ' : ''}${inner}${comment})`;
  }

  #inner(): string {
    const outer = this.#isInSubstitution;
    this.#isInSubstitution = true;
    const text = this.#closed(() => this.#list());
    this.#isInSubstitution = outer;
    return text;
  }

  #arithmetic(): string {
    return this.#one([
      () => '1+2',
      () => 'i++',
      () => '(1)*2',
      () => '1 ? 2 : 3',
      () => (this.#isWild && this.#depth < 4 && this.#room > 0 ? `a[${this.#substitution()}]` : '3'),
      () => (this.#isWild && this.#depth < 4 && this.#room > 0 ? `${this.#substitution()} + 0` : '4'),
      () => '$HOSTTYPE1 + 1',
      () => '1 << 2',
    ]);
  }

  #redirect(): string {
    const target = this.#depth < 4 && this.#chance(0.2) ? this.#word() : 'out';
    return this.#one([
      () => `> ${target}`,
      () => `>>${target}`,
      () => `2>${target}`,
      () => '2>&1',
      () => `&> ${target}`,
      () => '< a.txt',
      () => `<<< ${this.#word()}`,
      () => '2>&-',
      () => '3<>b.log',
      () => '{fd}> out',
      () => `< <(${this.#inner()})`,
      () => (this.#isWild || !this.#isInSubstitution ? this.#heredoc() : '2>> out'),
      () => (this.#isWild || !this.#isInSubstitution ? this.#heredoc() : '<<< here'),
    ]);
  }

  #heredoc(): string {
    const name = `E${Math.floor(this.#random() * 90) + 10}`;
    const lines = this.#times(0, 2, () =>
      this.#one([
        () => 'plain text; rm z',
        () => 'it\'s " ) } `echo rm`',
        () => `a $x \${y:-b} \\$(rm z)`,
        () => (this.#depth < 4 && this.#room > 0 ? `before ${this.#substitution()} after` : 'text'),
        () => `\\${name}`,
        () => ` ${name}`,
      ]),
    );
    const [start, tab] = this.#pick([
      ['<<', ''],
      ['<<-', '\t'],
      ['<< ', ''],
    ] as const);
    this.#bodies.push([...lines, name].map((text) => `${tab}${text}\n`).join(''));
    return `${start}${this.#pick([name, name, `'${name}'`, `"${name}"`, `\\${name}`])}`;
  }

  #compound(): string {
    const after = this.#chance(0.15) ? ` ${this.#redirect()}` : '';
    return (
      this.#one([
        () => `if ${this.#body()}then ${this.#body()}${this.#chance(0.4) ? `else ${this.#body()}` : ''}fi`,
        () => `if ${this.#body()}then ${this.#body()}elif ${this.#body()}then ${this.#body()}fi`,
        () => `while ${this.#body()}do ${this.#body()}break; done`,
        () => `until ${this.#body()}do ${this.#body()}break; done`,
        () => `for i in ${this.#times(0, 2, () => this.#word()).join(' ')}; do ${this.#body()}done`,
        () => `for ((i=0;i<${this.#pick(['1', '2'])};i++)); do ${this.#body()}done`,
        () =>
          `case ${this.#word()} in ${this.#times(1, 2, () => this.#case()).join(' ')} *) ${this.#body()};; esac`.replace(
            /;\s*;;/g,
            ' ;;',
          ),
        () => `( ${this.#closed(() => this.#list())} )`,
        () => `{ ${this.#body()}}`,
        () => `[[ ${this.#condition()} ]]`,
        () => `((${this.#arithmetic()}))`,
        () => `select i in a; do ${this.#body()}break; done <<< 1`,
        () => `coproc { ${this.#body()}}`,
      ]) + after
    );
  }

  #case(): string {
    return `${this.#pick(['', '('])}${this.#one([() => 'a', () => '*.txt', () => '"$x"', () => this.#word()])}) ${this.#andOr()} ${this.#pick([';;', ';&', ';;&'])}`;
  }

  #condition(): string {
    return this.#one([
      () => `-f ${this.#word()}`,
      () => `${this.#word()} == ${this.#word()}`,
      () => `a =~ ${this.#pick(['(a|b)', '^a.*$', '"x y"', '$x'])}`,
      () => `-n "${this.#substitution()}" && ( 1 -lt 2 || ! -z $x )`,
      () => (this.#isWild ? '$x -eq 1' : '1 -eq 1'),
    ]);
  }

  #function(): string {
    const name = this.#isInFunction ? 'touch2' : this.#pick(['f', ...SHADOWED]);
    const outer = this.#isInFunction;
    this.#isInFunction = true;
    const body = this.#one([() => `{ ${this.#body()}}`, () => `( ${this.#closed(() => this.#list())} )`]);
    this.#isInFunction = outer;
    const start = this.#pick([`${name}() `, `function ${name} `, `function ${name}() `, `${name} ()\n`]);
    // A newline of the grammar would put the bodies of here-documents behind it.
    const call = this.#chance(0.6) ? `; ${name} ${this.#word()}` : '';
    return `${this.#bodies.length > 0 ? start.replace('\n', ' ') : start}${body}${call}`;
  }

  /** Code in a word. */
  #code(): string {
    const code = this.#closed(() => this.#list());
    const quoted = this.#one([
      () => `'${code.replaceAll("'", "'\\''")}'`,
      () => `"${code.replace(/[\\"`$]/g, '\\$&')}"`,
    ]);
    return this.#one([
      () => `eval ${quoted}`,
      () => `trap ${quoted} ${this.#pick(['EXIT', 'ERR', 'DEBUG', '0', 'USR1'])}`,
      () => `bash -c ${quoted}`,
      () => `sh -c ${quoted} a b`,
      () => `bash -xec ${quoted}`,
      () => `command eval ${quoted}`,
      () => `bash <<< ${quoted}`,
      () => (this.#isWild ? this.#unknownCode(quoted) : `eval ${quoted}`),
      () => `xargs -n1 sh -c ${quoted} < a.txt`,
      () => `find . -maxdepth 1 -name a.txt -exec sh -c ${quoted} _ {} \\;`,
    ]);
  }

  #unknownCode(quoted: string): string {
    return this.#one([
      () => `echo ${quoted} | bash`,
      () => `. <(echo ${quoted})`,
      () => `x=${quoted}; eval "$x"`,
      () => `alias ls=${quoted}${this.#newline()}ls`,
    ]);
  }

  #wrapper(): string {
    const command = this.#simple();
    return this.#one([
      () => `exec ${command}`,
      () => `command ${command}`,
      () => `command -p ${command}`,
      () => `builtin ${command}`,
      () => `env ${this.#pick(['', 'A=1 ', '-i ', '-u A ', '-- '])}${command}`,
      () => `sudo ${this.#pick(['', '-u root ', '-n ', '-- '])}${command}`,
      () => `timeout ${this.#pick(['5 ', '-k 1 5 ', '-s KILL 5 ', '--foreground 5s '])}${command}`,
      () => `nice ${this.#pick(['', '-n 5 ', '-5 '])}${command}`,
      () => `nohup ${command}`,
      () => `setsid ${this.#pick(['', '-w '])}${command}`,
      () => `xargs ${this.#pick(['', '-n1 ', '-I{} ', '-0 ', '-r '])}${command}`,
      () => `find . -maxdepth 1 -exec ${command} ${this.#pick(['{} +', '{} \\;', '\\;'])}`,
      () => `env ${this.#wrapper()}`,
    ]);
  }
}

/** The same lines for the same seed. */
export function generateLines(seed: number, count: number): readonly string[] {
  const grammar = new Grammar(seed);
  return Array.from({ length: count }, () => grammar.line());
}
