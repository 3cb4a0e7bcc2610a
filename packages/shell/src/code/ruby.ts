import { UNKNOWN } from '@atip/core/internal';
import type { CodeReading, Snippet } from '../line/types.ts';
import { createStrictTaker, type Found, mayFitSecret, readWith, stop } from './snippet-reading.ts';

/**
 * Reads a program of Ruby in one line: by its tokens, each of which has to be harmless in any order. A method is called by its name
 * alone, none takes another's name but by `&:name`, and classes that reach files are only named where a method of the table is called.
 * Where Ruby could divide the text in another way than this reader does, the reader stops.
 */
export function readRuby(snippet: Snippet): CodeReading {
  return readWith(snippet, (found) => {
    const { text } = snippet;
    createReader(text, found)(false);
    for (const { text: name } of snippet.args) if (name !== '-') found.reads.add(name);
  });
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Methods that only compute on texts, numbers, lists, tables, times and patterns, or that read and print by the standard streams. */
const METHODS = words(
  `abs all? any? append at begin bytes bytesize capitalize captures casecmp casecmp? cbrt ceil center chars chomp chop chr chunk_while clamp
  clear codepoints collect combination compact concat cos count cover? cycle day dig digits divmod downcase drop drop_while each each_char
  each_cons each_entry each_key each_line each_pair each_slice each_value each_with_index each_with_object empty? encode encoding end
  end_with? entries eql? even? exp fdiv fetch fetch_values filter filter_map find find_all find_index first flat_map flatten floor flush
  force_encoding freeze gcd getbyte getlocal gmtime grep grep_v group_by gsub gsub! has_key? has_value? headers hexdigest hex hour include?
  index insert inspect intersect? intersection invert is_a? iso8601 join keep_if key key? keys kind_of? last lazy lcm length lines ljust
  local localtime log log10 log2 lstrip map match match? max max_by mday member? merge merge! message min min_by minmax minute modulo mon
  month named_captures names nan? negative? new next next_day next_month nil? none? now nsec oct odd? one? ord parse partition permutation
  pop positive? pow pred prepend prev_day prev_month product push rand read readlines reject reject! repeated_combination replace reverse
  reverse_each rfc2822 rindex rjust rotate round rpartition rstrip sample scan sec select select! shift shuffle sin size slice slice_when
  sort sort! sort_by split sqrt squeeze start_with? step store strftime strip sub sub! subset? succ sum superset? swapcase take take_while
  tally tan times to_a to_date to_f to_h to_i to_json to_r to_s to_set to_sym to_time to_yaml today tr tr_s transform_keys transform_values
  transpose truncate uniq unicode_normalize union unshift upcase upto downto usec utc valid_date? valid_encoding? value? values values_at
  wday with_index with_object write puts print yday year zero? zip reduce inject`,
);
/** These take the name of a method: only an operator's, as it is written. */
const FOLDED = /\((?:&?:(?:[-+*|&]|lcm|gcd)|\d+, ?:[-+*])\)|(?:\((?:\d+|\{\}|\[\])\))?(?= ?(?:\{|do\b))/y;
const FUNCTIONS = words(
  'puts print p pp printf format sprintf putc warn exit abort raise loop rand gets sub gsub chomp chop Integer Float String Array Rational',
);
const KEYWORDS = words(
  'and or not if unless while until when in else elsif then do begin ensure rescue case next break redo',
);
/** Constants that lead nowhere by any method of the table. */
const CLASSES = words(
  'RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_RELEASE_DATE STDIN Array Hash String Integer Float Numeric Symbol Regexp Range Set Date DateTime Time NilClass Rational Random',
);
/** Everything that a bare name may call of Ruby's own, also of a version to come. */
const NO_VARIABLE =
  /^_.|^(?:abort|at_exit|autoload|binding|call\w*|catch|class|clone|def\w*|display|dup|enum_for|eval|exec|exit|extend|fail|fork|gem\w*|gets|global_\w+|include|inst\w+|irb|lambda|load|local_variables|loop|method\w*|module|object_id|open|pry|private\w*|proc|protected\w*|public\w*|read\w+|re(?:quire|move|spond)\w*|ruby2\w*|select|self|send|set_\w+|singleton\w*|sleep|spawn|srand|super|sys\w+|tap|test|then|throw|to_enum|trace_\w+|trap|un\w+|using|yield\w*|alias|return|end|true|false|nil)$/;

const NAMED = new RegExp(
  String.raw`Math::(?:PI|E)(?!\w)|Float::(?:INFINITY|EPSILON|MAX|MIN|NAN)(?!\w)|Math\.(?:sqrt|cbrt|log|log2|log10|exp|sin|cos|tan|hypot)(?=\()|` +
    String.raw`ARGF(?=\.(?:read|readlines|each_line)\b)|Gem::Version(?=\.new\()|(?:JSON\.(?:parse|generate|pretty_generate)|YAML\.(?:safe_load|dump)|CSV\.(?:parse|parse_line|generate_line)|` +
    String.raw`Base64\.(?:strict_|urlsafe_)?(?:en|de)code64|SecureRandom\.(?:hex|uuid|random_number|alphanumeric|base64|urlsafe_base64)|` +
    String.raw`Digest::(?:MD5|SHA1|SHA256|SHA384|SHA512)\.(?:hex|base64)digest|Regexp\.(?:escape|union)|File\.(?:basename|dirname|extname|join)|` +
    String.raw`URI\.(?:en|de)code_www_form_component|CGI\.(?:un)?escape)(?![\w?!])|Dir\.pwd\b|Gem::VERSION\b`,
  'y',
);
const PATH = String.raw`(?:'([^'\\|]+)'|"([^"\\#|]+)"|([a-z]\w*|ARGV(?=\[\d\]|\.first))(?:\[\d\]|\.first)?)`;
const MORE = String.raw`(?:, *(?:chomp|headers|symbolize_names|aliases|col_sep|encoding|converters|header_converters): *(?:true|false|:\w+|["'][\w:,;|\\ -]*["']))*`;
const READS = new RegExp(
  String.raw`(?:File\.(?:read|readlines|foreach|exist\?|file\?|directory\?|size|mtime)|JSON\.load_file|YAML\.(?:safe_)?load_file|` +
    String.raw`CSV\.(?:read|foreach|table)|Digest::(?:MD5|SHA1|SHA256|SHA384|SHA512)\.file|Dir\.(?:children|entries|exist\?))\( *${PATH}${MORE} *\)`,
  'y',
);
const GLOB =
  /Dir(?:\.glob\(|\[) *(?:'([^'\\|]+)'|"([^"\\#|]+)") *[)\]](?=(?:(?:\.sort)?\.(?:each|map|select|reject|sum|flat_map) *(?:\{|do) *\|([a-z]\w*)\|)?)/y;
const REQUIRE = /require(?: +|\()(["'])(?:json|yaml|csv|date|time|set|digest|securerandom|base64|pp|uri|cgi)\1\)?/y;

const END_WORD = /(?![\w?!])/.source;
const ASSIGNED = /[a-z_]\w*(?=[ \t]*(?:(?:[-+*/%|]|\*\*|<<|\|\||&&)?=(?![=~>])|(?:, *[a-z_]\w*)+ *=(?![=~>])))/y;
const OPERAND = new RegExp(
  String.raw`\$(?:[_.~&;]|[1-9]\d*|F|std(?:in|out|err))(?!\w)|@[a-z]\w*|\d[\d_]*(?:\.\d+)?(?:e-?\d+)?(?![\w])|'(?:\\.|[^'\\])*'|0x[\da-f]+${END_WORD}`,
  'sy',
);
const LIST = /%[wi](?:\[[^[\]\\]*\]|\([^()\\]*\))/y;
const SIGN =
  /<=>|===?|=~|!~|!=|\*\*|\|\|=?|&&=?|&\.|<<(?=[ \t])|<<=|>>|\.\.\.?|=>|[<>]=|[-+*/%|]=|<(?!<)|-(?!>)|[+*/%>=!.,;()[\]{}|]|[?:](?=[ \t\n])|\n/y;

/** The token before a sign: `function` may be a variable where it is bound in a way that is not seen. */
type Before = 'begin' | 'end' | 'name' | 'word' | 'function';

function createReader(text: string, found: Found): (isInner: boolean) => void {
  // A group with a name makes a variable.
  const taker = createStrictTaker(text, /\(\?<[^=!]/);
  const { take } = taker;
  const isTernary = /\?[ \t\n]/.test(text);
  const names = new Set<string>();
  const globbed = new Map<string, string>();
  const name = (one: string): void => {
    if (NO_VARIABLE.test(one) || FUNCTIONS.has(one) || KEYWORDS.has(one)) stop(`calls something ${one}`);
    names.add(one);
  };
  /** The rest of a text or of a pattern. */
  const quoted = (last: RegExp, rest: RegExp): void => {
    while (!take(last))
      if (take(/#\{/y)) read(true);
      else if (!take(rest)) stop('has a text or a pattern that is not supported');
  };
  const reads = ([, one, two, variable]: RegExpExecArray): void => {
    if (variable === 'ARGV') return;
    const path = one ?? two ?? globbed.get(variable ?? '');
    if (path === undefined) stop('reads a file whose name it computes');
    // Otherwise the variable may have become another text.
    if (variable !== undefined && !isKept(text, variable)) stop('reads a file whose name it changes');
    found.reads.add(path);
  };
  const glob = ([, one, two, variable]: RegExpExecArray): void => {
    const pattern = one ?? two ?? '';
    if (/^[/~]|\.\./.test(pattern)) stop('lists files of an unknown directory');
    const open = pattern.replace(/\{.*\}|\*+(?:\/\*+)*|\?|\[.*\]/gs, UNKNOWN);
    found.reads.add(/^[^*?[{]*\//.exec(pattern)?.[0] ?? '.');
    // A name with a dot in front, and one in brackets, may be that of a file of secrets.
    if (mayFitSecret(pattern) || /(?:^|\/)\.(?!\/)|[[{]/.test(pattern)) return;
    if (variable !== undefined) globbed.set(variable, open.startsWith(UNKNOWN) ? `./${open}` : open);
  };
  const read = (isInner: boolean): void => {
    let before: Before = 'begin';
    let depth = 0;
    while (taker.at < text.length) {
      const isApart = take(/[ \t]+/y) !== undefined;
      const sign = text.charAt(taker.at);
      const isTight = isApart && /[/%]\S/.test(text.slice(taker.at, taker.at + 2));
      const isDone = before === 'end' || before === 'name';
      if (isTight && (before === 'name' || before === 'function')) stop('has a character that may begin a pattern');
      if (/[a-zA-Z_]/.test(sign)) before = readWord(isDone);
      else if (!isDone && readValue(before === 'begin' || isTight, before === 'function')) before = 'end';
      else if (take(/\{[ \t]*(?=\|[\w ,()*]*\|)/y)) {
        if (before === 'name') stop('calls a name that is not supported');
        depth += 1;
        parameters();
        before = 'begin';
      } else if (sign !== '') {
        const [one] = take(SIGN) ?? stop('has a character that is not supported');
        if (before === 'name' && /^[({]$/.test(one)) stop('calls a name that is not supported');
        const needsValue = /^(?:[-+*/%|]?=)$/.test(one);
        if ((needsValue && !isDone) || (before === 'begin' && /^[?:|]$/.test(one)))
          stop('has a character that is not supported');
        if (one === '}' && depth === 0) {
          if (isInner) return;
          stop('cannot be read as Ruby');
        }
        depth += one === '{' ? 1 : one === '}' ? -1 : 0;
        before = one === '.' || one === '&.' ? readMethod() : /^[)\]}]$/.test(one) ? 'end' : 'begin';
      }
    }
    if (isInner) stop('has a text without an end');
  };
  const parameters = (): void => {
    for (const one of take(/[ \t]*\|([\w ,()*]*)\|/y)?.[1]?.match(/\w+/g) ?? []) name(one);
  };
  /** Reads a text, a pattern, a number, a symbol or a variable with a sign. */
  const readValue = (mayBegin: boolean, isFunction: boolean): boolean => {
    if (take(OPERAND)) return true;
    const symbol = take(/(&?):([a-z_]\w*[?!]?)(?![\w:]|=(?!>))/iy);
    if (symbol) {
      if (symbol[1] && !METHODS.has(symbol[2] ?? '')) stop(`calls ${symbol[2]}, whose effects are unknown`);
      if (isFunction && isTernary) stop('has a character that is not supported');
    } else if (take(/"/y)) quoted(/"/y, /\\[^cCM]|[^\\"#]+|#(?![$@{])/sy);
    else if (!mayBegin || !/[/%]/.test(text.charAt(taker.at))) return false;
    else if (!take(LIST)) {
      if (!take(/\/(?![ =])/y)) stop('has a character that may begin a text');
      quoted(/\/[imxou]*(?!\w)/y, /\\[^cCM]|[^\\/#]+|#(?![$@{])/sy);
    }
    return true;
  };
  const readMethod = (): Before => {
    const method = take(/[ \t\n]*([a-z]\w*(?:[?!](?!=))?)/y)?.[1] ?? '';
    if (!METHODS.has(method)) stop(`calls ${method}, whose effects are unknown`);
    if (/^(?:reduce|inject)$/.test(method) && !take(FOLDED)) stop(`calls ${method} with a method that is not known`);
    if (take(/[ \t]*(?:[-+*/%|&<>]{0,2}=)(?![=~>])/y)) stop('sets something that is not supported');
    return 'word';
  };
  const readWord = (isDone: boolean): Before => {
    const listed = take(GLOB);
    const file = listed ? undefined : take(READS);
    if (listed) glob(listed);
    if (file) reads(file);
    const whole = listed ?? file ?? take(REQUIRE) ?? take(/(?:BEGIN|END) *(?=\{)/y);
    if (whole ?? take(NAMED)) return isDone ? stop('cannot be read as Ruby') : whole ? 'end' : 'word';
    const assigned = take(ASSIGNED)?.[0];
    if (assigned !== undefined) name(assigned);
    const word = assigned ?? take(/[a-zA-Z_]\w*(?:[?!](?!=))?/y)?.[0] ?? '';
    if (word === 'create_additions') stop('makes objects of data');
    // A name before a value of a table; behind `?` it may be a call.
    if (!isTernary && take(/:(?=[ \t\n])/y)) return 'begin';
    if (word === 'do') parameters();
    if (KEYWORDS.has(word)) return word === 'not' ? 'word' : 'begin';
    if (isDone && word !== 'end') stop('cannot be read as Ruby');
    if (/^(?:end|true|false|nil)$/.test(word)) return 'end';
    if (names.has(word)) return 'name';
    if (FUNCTIONS.has(word)) return 'function';
    return CLASSES.has(word) ? 'word' : stop(`uses ${word}, whose effects are unknown`);
  };
  return read;
}

/** True for a parameter that nothing else binds, in code that changes no text in place. */
function isKept(text: string, variable: string): boolean {
  if (
    /<<|\w!|\b(?:replace|concat|prepend|insert|clear|append|push|force_encoding|store)\b|\][ \t]*=[^=~]|\(\?<[a-z]/.test(
      text,
    )
  )
    return false;
  const uses = [...text.matchAll(new RegExp(String.raw`(?<!\w)${variable}(?!\w)`, 'g'))];
  const others = uses.filter(
    ({ index }) => text.charAt(index - 1) !== '|' || text.charAt(index + variable.length) !== '|',
  );
  return (
    others.length === uses.length - 1 &&
    others.every(({ index }) => {
      const [left, right] = [text.slice(0, index), text.slice(index + variable.length)];
      return (
        !/(?:=>|\b(?:in|for)|[,|*])[ (]*$/.test(left) && !/^[ \t]*(?:(?:[-+*/%|]|\*\*|\|\||&&)?=(?![=~])|,)/.test(right)
      );
    })
  );
}
