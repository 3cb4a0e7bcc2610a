/** Built-in names that may be called with any values that the code can hold, and handed on. */
export const BUILTINS: ReadonlySet<string> = words(`
  abs all any ascii bin bool bytearray bytes callable chr complex dict dir divmod enumerate exit filter float format frozenset hasattr
  hash hex id int isinstance issubclass iter len list map max memoryview min next object oct ord pow print quit range repr reversed round
  set slice sorted str sum tuple zip __name__ NotImplemented
  ArithmeticError AssertionError AttributeError BaseException EOFError Exception FileExistsError FileNotFoundError IOError ImportError
  IndexError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError
  NotImplementedError OSError OverflowError PermissionError RecursionError RuntimeError StopIteration SyntaxError SystemExit TimeoutError
  TypeError UnicodeDecodeError UnicodeEncodeError UnicodeError UserWarning ValueError Warning ZeroDivisionError DeprecationWarning`);

/** By module of the standard library, the names that may be read, called and handed on like a built-in name. */
export const MODULES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    __future__: 'annotations',
    array: 'array',
    ast: 'parse dump literal_eval walk unparse iter_child_nodes iter_fields get_docstring get_source_segment AST Module Import ImportFrom FunctionDef AsyncFunctionDef ClassDef Call Name Attribute Assign AnnAssign Constant Expr Str Dict List Tuple Return If For While With Try alias arg keyword',
    base64:
      'b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode b16encode b16decode b85encode b85decode standard_b64encode standard_b64decode encodebytes decodebytes',
    binascii: 'hexlify unhexlify crc32 b2a_hex a2b_hex b2a_base64 a2b_base64 Error',
    bisect: 'bisect bisect_left bisect_right insort insort_left insort_right',
    bz2: 'compress decompress',
    calendar:
      'month calendar monthrange isleap leapdays weekday timegm month_name month_abbr day_name day_abbr TextCalendar',
    cmath: 'sqrt exp log phase polar rect pi e',
    codecs: 'encode decode BOM_UTF8',
    colorsys: 'rgb_to_hsv hsv_to_rgb rgb_to_hls hls_to_rgb',
    collections: 'Counter OrderedDict defaultdict deque ChainMap abc',
    'collections.abc': 'Mapping Sequence Iterable Callable Set',
    configparser: 'ConfigParser RawConfigParser Error NoSectionError NoOptionError',
    contextlib: 'suppress nullcontext',
    copy: 'copy deepcopy',
    csv: 'reader writer DictReader DictWriter Sniffer QUOTE_ALL QUOTE_MINIMAL QUOTE_NONE QUOTE_NONNUMERIC excel excel_tab',
    datetime: 'datetime date time timedelta timezone UTC MINYEAR MAXYEAR',
    decimal:
      'Decimal getcontext ROUND_HALF_UP ROUND_HALF_EVEN ROUND_DOWN ROUND_UP ROUND_FLOOR ROUND_CEILING InvalidOperation',
    dataclasses: 'asdict astuple fields is_dataclass',
    difflib: 'unified_diff ndiff context_diff SequenceMatcher get_close_matches Differ',
    dis: 'dis',
    'email.utils': 'formatdate parsedate parsedate_to_datetime parseaddr formataddr getaddresses',
    errno: 'errorcode ENOENT EACCES EEXIST',
    fnmatch: 'fnmatch fnmatchcase filter translate',
    fractions: 'Fraction',
    functools: 'reduce partial cmp_to_key lru_cache cache',
    gc: 'get_count get_stats get_threshold isenabled',
    getopt: 'getopt gnu_getopt GetoptError',
    getpass: 'getuser',
    graphlib: 'TopologicalSorter CycleError',
    grp: 'getgrgid getgrnam',
    gzip: 'compress decompress',
    hashlib:
      'md5 sha1 sha224 sha256 sha384 sha512 sha3_256 sha3_512 blake2b blake2s new file_digest pbkdf2_hmac algorithms_available algorithms_guaranteed',
    heapq: 'heappush heappop heapify heappushpop heapreplace nlargest nsmallest merge',
    hmac: 'new compare_digest digest',
    html: 'escape unescape',
    http: 'HTTPStatus HTTPMethod',
    'importlib.metadata': 'version PackageNotFoundError requires distributions packages_distributions',
    io: 'StringIO BytesIO',
    ipaddress: 'ip_address ip_network ip_interface IPv4Address IPv4Network IPv6Address IPv6Network',
    itertools:
      'accumulate batched chain combinations combinations_with_replacement compress count cycle dropwhile filterfalse groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest',
    json: 'dumps loads dump load JSONDecodeError JSONDecoder JSONEncoder decoder',
    'json.decoder': 'JSONDecodeError',
    keyword: 'kwlist iskeyword softkwlist',
    locale: 'getpreferredencoding getlocale',
    logging: 'getLevelName DEBUG INFO WARNING ERROR CRITICAL',
    lzma: 'compress decompress',
    math: 'acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf erfc exp exp2 expm1 fabs factorial floor fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 modf nan nextafter perm pi pow prod radians remainder sin sinh sqrt sumprod tan tanh tau trunc ulp',
    mimetypes: 'guess_type guess_extension guess_all_extensions',
    numbers: 'Number Integral Real',
    opcode: 'opmap opname',
    operator: 'itemgetter add sub mul truediv floordiv mod neg not_ and_ or_ xor eq ne lt le gt ge contains concat',
    os: 'getcwd cpu_count getpid getppid getuid geteuid getgid sep linesep pathsep name curdir pardir extsep devnull stat lstat uname getloadavg get_terminal_size access R_OK W_OK X_OK F_OK fspath path PathLike isatty strerror',
    'os.path':
      'abspath basename commonpath commonprefix dirname exists expanduser getmtime getatime getctime getsize isabs isdir isfile islink ismount join lexists normcase normpath realpath relpath samefile split splitdrive splitext sep',
    pathlib: 'Path PurePath PosixPath PurePosixPath PureWindowsPath',
    pkgutil: 'iter_modules',
    platform:
      'architecture machine node platform processor python_build python_compiler python_implementation python_version python_version_tuple release system uname version mac_ver libc_ver freedesktop_os_release',
    plistlib: 'dumps loads',
    pprint: 'pprint pformat pp',
    pwd: 'getpwuid getpwnam',
    quopri: 'encodestring decodestring',
    random:
      'random randint choice choices sample shuffle uniform seed randrange gauss normalvariate triangular betavariate expovariate getrandbits Random',
    re: 'compile search match fullmatch split findall finditer sub subn escape error IGNORECASE MULTILINE DOTALL VERBOSE ASCII UNICODE I M S X A U Pattern Match',
    reprlib: 'repr',
    resource: 'getrusage getrlimit RUSAGE_SELF RUSAGE_CHILDREN RLIMIT_NOFILE RLIMIT_AS',
    secrets: 'token_hex token_bytes token_urlsafe choice randbelow randbits compare_digest',
    shlex: 'split quote join',
    shutil: 'which disk_usage get_terminal_size',
    signal:
      'Signals strsignal valid_signals SIGINT SIGTERM SIGKILL SIGHUP SIGQUIT SIGUSR1 SIGUSR2 SIGCHLD SIGPIPE SIGALRM',
    site: 'getsitepackages getusersitepackages getuserbase',
    socket: 'gethostname',
    sqlite3: 'sqlite_version version',
    ssl: 'OPENSSL_VERSION',
    stat: 'filemode S_IFMT S_IMODE S_ISDIR S_ISREG S_ISLNK S_ISFIFO S_ISSOCK S_IXUSR S_IRUSR S_IWUSR',
    statistics:
      'mean fmean median median_low median_high mode multimode stdev pstdev variance pvariance quantiles harmonic_mean geometric_mean correlation linear_regression StatisticsError',
    string:
      'ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits punctuation printable whitespace capwords Template',
    struct: 'pack unpack calcsize iter_unpack unpack_from error',
    sys: 'argv byteorder executable exit float_info flags getdefaultencoding getfilesystemencoding getrecursionlimit getsizeof hash_info implementation int_info maxsize maxunicode platform prefix base_prefix exec_prefix setrecursionlimit stderr stdin stdout version version_info stdlib_module_names builtin_module_names api_version hexversion intern set_int_max_str_digits',
    sysconfig: 'get_path get_paths get_config_var get_platform get_python_version get_scheme_names',
    tempfile: 'gettempdir',
    textwrap: 'dedent fill indent shorten wrap',
    time: 'time sleep perf_counter perf_counter_ns time_ns monotonic monotonic_ns process_time strftime strptime localtime gmtime mktime ctime asctime timezone tzname altzone daylight',
    timeit: 'default_timer',
    token: 'tok_name NAME NUMBER STRING OP COMMENT NEWLINE INDENT DEDENT NL ENDMARKER',
    tokenize: 'generate_tokens untokenize TokenError tok_name NAME NUMBER STRING OP COMMENT NEWLINE INDENT DEDENT NL',
    tomllib: 'load loads TOMLDecodeError',
    traceback: 'print_exc format_exc',
    typing: 'Any Callable Dict Iterable Iterator List Optional Sequence Set Tuple Union',
    unicodedata:
      'name lookup category normalize numeric decimal digit bidirectional combining east_asian_width unidata_version is_normalized',
    urllib: 'parse',
    'urllib.parse':
      'urlparse urlsplit urlunparse urlunsplit urljoin urlencode quote quote_plus quote_from_bytes unquote unquote_plus parse_qs parse_qsl urldefrag ParseResult',
    uuid: 'uuid1 uuid3 uuid4 uuid5 UUID NAMESPACE_DNS NAMESPACE_URL',
    warnings: 'filterwarnings simplefilter',
    xml: 'etree',
    'xml.etree': 'ElementTree',
    'xml.etree.ElementTree': 'fromstring tostring ParseError Element SubElement',
    zipfile: 'is_zipfile BadZipFile',
    zlib: 'compress decompress crc32 adler32',
    zoneinfo: 'ZoneInfo available_timezones ZoneInfoNotFoundError',
  }).map(([name, list]) => [name, words(list)]),
);

/** Packages of others whose functions only read and write text, by the names that people use. */
export const PACKAGES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    yaml: 'safe_load safe_load_all safe_dump YAMLError SafeLoader',
    toml: 'load loads dumps TomlDecodeError',
    tomli: 'load loads TOMLDecodeError',
    simplejson: 'dumps loads dump load',
    orjson: 'dumps loads',
    // Functions that read files, and those that sum up by the name of a function, have rules of their own.
    pandas:
      'DataFrame Series Index MultiIndex Timestamp Timedelta NA NaT to_datetime to_numeric to_timedelta concat merge cut qcut date_range isna notna isnull notnull get_dummies json_normalize',
    numpy:
      'array asarray arange linspace zeros ones full mean median average std var sum prod min max percentile quantile histogram bincount sqrt log log2 log10 exp abs floor ceil round sign unique where isnan isinf nan inf pi corrcoef cov diff cumsum sort argsort argmin argmax concatenate stack vstack hstack clip dot isclose allclose polyfit polyval float32 float64 int32 int64',
  }).map(([name, list]) => [name, words(list)]),
);

/**
 * Attributes that do no harm on any value that the code can hold, called with any such values: of texts, lists, dictionaries,
 * matches, dates, paths, open files, trees. `replace`, `read`, `format` and what opens files have rules of their own.
 */
export const ATTRIBUTES: ReadonlySet<string> = words(`
  __name__ __version__ __doc__ __file__ __qualname__
  capitalize casefold center count encode decode endswith startswith expandtabs find rfind index rindex isalnum isalpha isascii isdecimal
  isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust rjust lower upper lstrip rstrip strip partition
  rpartition removeprefix removesuffix split rsplit splitlines swapcase title translate maketrans zfill hex fromhex
  append extend insert pop remove reverse sort clear add discard difference intersection union issubset issuperset isdisjoint
  symmetric_difference difference_update intersection_update update items keys values get setdefault popitem fromkeys move_to_end
  most_common elements subtract total appendleft popleft extendleft rotate maxlen new_child maps
  bit_length bit_count to_bytes from_bytes as_integer_ratio is_integer conjugate real imag numerator denominator quantize limit_denominator
  group groups groupdict start end span string pattern flags lastgroup lastindex expand pos endpos re search match fullmatch findall finditer
  sub subn regs
  readline readlines write writelines close closed flush seek tell name mode encoding buffer getvalue isatty readable writable fileno
  hexdigest digest digest_size block_size
  year month day hour minute second microsecond tzinfo weekday isoweekday isocalendar isoformat strftime strptime timestamp timetuple
  date time timetz now utcnow today fromtimestamp utcfromtimestamp fromisoformat combine astimezone utcoffset tzname days seconds
  microseconds total_seconds utc min max resolution tm_year tm_mon tm_mday tm_hour tm_min tm_sec tm_wday tm_yday
  stem suffix suffixes parent parents parts anchor drive root exists is_file is_dir is_symlink is_absolute relative_to is_relative_to
  with_suffix with_name with_stem joinpath as_posix as_uri resolve absolute expanduser samefile home cwd
  stat lstat st_size st_mtime st_mode st_ctime st_atime st_uid st_gid st_ino st_nlink path
  tag text tail attrib iter findtext getroot itertext
  namelist infolist testzip filename file_size compress_size getinfo date_time
  fieldnames line_num restkey dialect writerow writerows writeheader sniff has_header delimiter
  sections options has_section has_option getint getfloat getboolean read_string read_dict defaults
  args msg errno strerror code doc lineno colno reason object
  ratio quick_ratio get_matching_blocks get_opcodes
  scheme netloc hostname port params query fragment username geturl
  ip version network_address broadcast_address netmask prefixlen num_addresses hosts is_private is_loopback is_global compressed exploded
  bytes int fields urn variant node
  substitute safe_substitute
  major minor micro releaselevel serial system release machine processor
  id func attr value body orelse targets target ctx names asname module level decorator_list arg kwarg vararg kwonlyargs annotation
  returns elts ops left right comparators slice lower upper step end_lineno col_offset keywords test handlers type bases
  used free lines columns total
  static_order ru_maxrss ru_utime ru_stime
  default_factory cache_info cache_clear
  head describe groupby mean median std var sem quantile nunique unique value_counts sort_values sort_index nlargest nsmallest reset_index
  set_index drop dropna fillna ffill bfill isna notna isnull notnull astype shape dtypes dtype loc iloc at iat T sum prod any all abs round
  cumsum cumprod cummax cummin cumcount pct_change shift diff rolling expanding resample merge pivot melt stack unstack corr cov clip rank
  duplicated drop_duplicates isin between str dt contains len nbytes memory_usage info size ndim idxmax idxmin argmax argmin first last nth
  tolist to_list to_dict to_frame to_numpy ngroups sample select_dtypes floor ceil day_name month_name dayofweek total assign squeeze
  from_records from_dict item iterrows itertuples flatten ravel reshape transpose
  read_file raw_decode phrase description`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
