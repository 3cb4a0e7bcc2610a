import { UNKNOWN } from '@atip/core/internal';
import type { CodeReading, Snippet } from '../line/types.ts';
import { createStrictTaker, type Found, readWith, stop } from './snippet-reading.ts';

/**
 * Reads a program of PHP in one line: by its tokens, each of which has to be harmless in any order. Only functions of the table are
 * called, and no value is: a function that takes another gets it written out.
 */
export function readPhp(snippet: Snippet): CodeReading {
  return readWith(snippet, (found) => {
    readTokens(snippet.text, found);
    for (const { text: name } of snippet.args) if (name !== '-') found.reads.add(name);
  });
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const FUNCTIONS = words(
  `strlen strtoupper strtolower ucfirst ucwords lcfirst trim ltrim rtrim str_replace str_repeat str_pad str_split explode implode join substr
  strpos strrpos str_contains str_starts_with str_ends_with substr_count strrev strcmp nl2br htmlspecialchars sprintf printf number_format
  count in_array array_keys array_values array_merge array_sum array_product array_slice array_unique array_flip array_reverse array_search
  array_key_exists array_combine array_fill array_fill_keys array_column array_chunk array_diff array_diff_key array_intersect
  array_intersect_key array_pad array_push array_pop array_shift array_unshift array_key_first array_key_last array_count_values range sort
  rsort ksort krsort asort arsort max min abs floor ceil round intdiv fmod sqrt pow pi rand mt_rand random_int random_bytes bin2hex hex2bin
  base64_encode base64_decode md5 sha1 crc32 hash urlencode urldecode rawurlencode rawurldecode http_build_query parse_url json_encode
  json_decode json_last_error_msg var_dump var_export print_r gettype is_array is_string is_int is_null is_numeric is_bool intval floatval
  strval boolval date gmdate time microtime mktime strtotime checkdate date_default_timezone_get date_default_timezone_set uniqid
  version_compare phpversion php_sapi_name memory_get_usage memory_get_peak_usage extension_loaded function_exists get_loaded_extensions
  ini_get getcwd basename dirname pathinfo isset empty unset exit die array mb_strlen mb_substr mb_strtoupper mb_strtolower ctype_digit
  ctype_alpha preg_match preg_match_all preg_split preg_quote wordwrap levenshtein dechex hexdec bindec decbin base_convert ord chr
  password_hash password_verify`,
);
const KEYWORDS = words('echo print if else elseif foreach as for while do fn and or xor break continue exit die');
const CONSTANT =
  /^(?:PHP_(?:EOL|OS|OS_FAMILY|INT_MAX|INT_MIN|INT_SIZE|(?:M\w+_)?VERSION(?:_ID)?)|M_PI|(?:JSON|SORT|PREG|STR_PAD)_[A-Z_]+|DATE_ATOM|true|false|null)$/;
const TYPE = /\((?:int|string|float|bool|array)\)/y;
/** Functions that call others, with one that is written out: behind `fn` nothing but its own code can follow. */
const CALLERS =
  /(?:array_map\(\s*|(?:usort|uasort|uksort|array_filter|array_reduce)\(\s*\$[a-z]\w*\s*,\s*|preg_replace_callback\('[^'\\]*',\s*)(?=fn\s*\()|array_filter\((?=\s*\$[a-z]\w*\s*\))|array_map\(\s*'(?:trim|strlen|strtoupper|strtolower|intval|ucfirst)'(?=\s*,)/y;
/** Without flags: in old versions one of them runs what is replaced. */
const CHANGES = /preg_replace\((?=\s*'([/#~])(?:\\.|(?!\1)[^'\\])*\1[imsux]*'\s*,)/y;
const INPUT = /(?:file_get_contents\(\s*(['"])php:\/\/stdin\1|(?:stream_get_contents|fgets)\(\s*STDIN)\s*\)/y;
const READS =
  /(?:(?:file_get_contents|file_exists|is_file|is_dir|filesize|filemtime|scandir|md5_file|sha1_file|glob)\(\s*|file\(\s*(?=[^,()]*(?:,\s*FILE_[A-Z_]+(?:\s*\|\s*FILE_[A-Z_]+)*\s*)?\)))(?:'([^'\\:]+)'|"([^"\\:${]+)"|\$([a-z]\w*)(?:\[\d\])?)\s*(?:,\s*(?:FILE|GLOB)_[A-Z_| ]+)?\)/y;

const TEXT =
  /"(?:\\.|\$[a-zA-Z]\w*(?!\w|\[|\??->)|\{\$[a-z]\w*(?:\[(?:'[\w -]*'|\d+|\$[a-z]\w*)\])*\}|\$(?![\w{\u0080-\uffff])|\{(?!\$)|[^"\\${])*"|'(?:\\.|[^'\\])*'/sy;
const VARIABLE = /\$(?!this\b|argv|argc|GLOBALS)[a-zA-Z]\w*/y;
const NUMBER = /\d[\d_]*(?:\.\d+)?(?!\w)/y;
const DATE = /new\s+DateTime(?:Immutable)?(?=\s*\()/y;
const MEMBER = /\??->\s*(?:(?:format|modify|diff|getTimestamp)(?=\()|[a-zA-Z]\w*(?!\w|\s*\())/y;
const SIGN =
  /===|!==|<=>|\*\*|\?\?=?|&&|\|\||\.\.\.|=>|[=!<>]=|\+\+|--|-(?!>)=?|[+*.%]=?|\/(?![/*])=?|<(?!<)|:(?!:)|[=>!?,;()[\]{}|@]/y;

function readTokens(text: string, found: Found): void {
  const taker = createStrictTaker(text, /\?>/);
  const { take } = taker;
  let isValue = false;
  while (taker.at < text.length) {
    if (take(/[ \t\n]+/y)) continue;
    const member = isValue ? take(MEMBER) : undefined;
    if (member) isValue = text.charAt(taker.at) !== '(';
    else if (take(TYPE)) {
      if (isValue) stop('calls a value');
    } else if (take(TEXT) ?? take(VARIABLE) ?? take(NUMBER) ?? take(INPUT)) {
      if (isValue) stop('cannot be read as PHP');
      isValue = true;
    } else if (take(CALLERS) ?? take(CHANGES)) {
      if (isValue) stop('cannot be read as PHP');
      isValue = text.charAt(taker.at - 1) === "'";
    } else {
      const file = take(READS);
      if (file) {
        if (isValue) stop('cannot be read as PHP');
        readFile(file, text, found);
        isValue = true;
      } else if (take(DATE)) isValue = false;
      else if (/[a-zA-Z_]/.test(text.charAt(taker.at)))
        isValue = readWord(take(/\w+/y)?.[0] ?? '', take(/[ \t\n]*(?=\()/y) !== undefined);
      else {
        const sign = take(SIGN)?.[0] ?? stop('has a character that is not supported');
        if (sign === '(' && (isValue || /\}[ \t\n]*$/.test(text.slice(0, taker.at - 1)))) stop('calls a value');
        isValue = sign === ')' || sign === ']';
      }
    }
  }
}

/** True for a value. */
function readWord(word: string, isCalled: boolean): boolean {
  if (KEYWORDS.has(word)) return false;
  if (isCalled ? FUNCTIONS.has(word) : CONSTANT.test(word)) return !isCalled;
  return stop(`uses ${word}, whose effects are unknown`);
}

function readFile([call, one, two, variable]: RegExpExecArray, text: string, found: Found): void {
  const isGlob = call.startsWith('glob');
  const path = one ?? two;
  if (path === undefined) {
    const uses = text.match(/\$argv/g) ?? [];
    if (variable === 'argv' && uses.length === 1 && !isGlob) return;
    stop('reads a file whose name it computes');
  }
  if (isGlob && /^[/~]|\.\./.test(path)) stop('lists files of an unknown directory');
  found.reads.add(isGlob ? path.replace(/\{.*\}|\*+|\?|\[.*\]/gs, UNKNOWN) : path);
}
