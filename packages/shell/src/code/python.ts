import { namesCredential, UNKNOWN } from '@atip/core/internal';
import type { CodeReading, Snippet } from '../line/types.ts';
import { isCalm } from './project-values.ts';
import { PythonBindings } from './python-bindings.ts';
import { checkOption, FRAME_READERS, isFrameMethod, isLocalFile, makesFrame, SETS_OPTION } from './python-frames.ts';
import { OF_PYTHON } from './python-library.ts';
import { ATTRIBUTES, BUILTINS, MODULES, PACKAGES } from './python-names.ts';
import { PythonTexts } from './python-texts.ts';
import { argumentsOf, type Given, literalOf, parsePython, piecesOf, type PyNode, rootOf } from './python-tree.ts';
import { type Found, readWith, stop } from './snippet-reading.ts';

/**
 * Reads Python code that has to do no harm, whatever its data are.
 *
 * The code begins with harmless values alone: functions of tables that may be called with anything, and functions of its own, whose
 * bodies are read. A function that opens files may only be called where its path is known, and is never handed on. Attributes come from a
 * table, so nothing else can be reached from these values. Names have one meaning in the whole code, whatever their scope.
 */
export function readPython(snippet: Snippet): CodeReading {
  return readWith(snippet, (found) => new PythonReader(snippet, found).readAll());
}

/** Functions that have a rule of their own, by what they are called with. */
const OPENERS = /^(?:open|io\.open|codecs\.open|gzip\.open|bz2\.open|lzma\.open)$/;
const LISTERS = /^(?:os\.listdir|os\.scandir|os\.walk|glob\.glob|glob\.iglob)$/;
const LOADERS = /^(?:xml\.etree\.ElementTree\.(?:parse|iterparse)|zipfile\.ZipFile|tarfile\.open|tarfile\.is_tarfile)$/;
/** Functions that give a text about what they are given, and names whose values are texts. */
const TELLS =
  /^(?:dir|inspect\.(?:getsource|getsourcelines|signature|getdoc|getcomments|getfile|getsourcefile|isfunction|isclass|ismodule))$/;
const TEXTS = /\.__(?:doc|file|name|version)__$/;
/** Modules of which the code may only take texts, or what has a rule of its own. */
const SPECIAL_MODULES = new Set([
  'subprocess',
  ...`glob tarfile importlib importlib.util zipfile inspect abc argparse builtins enum html.parser optparse queue sched selectors
  tracemalloc types unittest unittest.mock weakref`.split(/\s+/),
]);

class PythonReader {
  readonly #snippet: Snippet;
  readonly #found: Found;
  readonly #root: PyNode;
  readonly #names: PythonBindings;
  readonly #texts: PythonTexts;
  /** The names that the code imports from modules of others. */
  readonly #taken = new Map<string, string>();

  constructor(snippet: Snippet, found: Found) {
    this.#snippet = snippet;
    this.#found = found;
    this.#root = parsePython(snippet.text);
    this.#names = new PythonBindings(this.#root, (module, name) => this.#import(module, name));
    this.#texts = new PythonTexts(this.#root, this.#names, snippet.args);
  }

  readAll(): void {
    this.#read(this.#root);
    const { imports, writes, paths } = this.#found;
    const isOwn = paths.size > 0 || [...imports.values()].some((use) => use !== 'standard');
    if (writes.size > 0 && (isOwn || [...writes].some(mayBeStandard)))
      stop('writes a file that it may load as a module');
    // A tree writes itself by a method that open files have, too.
    if (this.#found.imports.has('xml') && /\.\s*write\b/.test(this.#snippet.text)) stop('may write a tree to a file');
  }

  #import(module: string, name?: string): void {
    const [root = ''] = module.split('.');
    if (OF_PYTHON.has(root.toLowerCase())) {
      const isKnown =
        MODULES.has(module) ||
        SPECIAL_MODULES.has(module) ||
        [...MODULES.keys()].some((one) => one.startsWith(`${module}.`));
      if (!isKnown) stop(`imports ${module}, whose effects are unknown`);
      this.#found.imports.set(root, 'standard');
      return;
    }
    if (name !== undefined) this.#taken.set(`${module}.${name}`, name);
    const key = name === undefined || PACKAGES.has(module) ? module : `${module}:${name}`;
    if (!this.#found.imports.has(key)) this.#found.imports.set(key, 'names');
  }

  #read(node: PyNode): void {
    const { type, children } = node;
    if (type === 'ImportStatement' || type === 'ScopeStatement') return;
    if (type === 'FormatString') piecesOf(node);
    if (type === 'Decorator') this.#readDecorator(node);
    else if (type === 'VariableName') this.#readName(node);
    else if (type === 'MemberExpression') this.#readMember(node, false);
    else if (type === 'CallExpression') this.#readCall(node);
    else if (type === 'ArgList') this.#readArguments(node);
    else for (const child of children) this.#read(child);
  }

  #readDecorator({ text, children }: PyNode): void {
    const [, root, ...rest] = children;
    const steps = rest.filter(({ type }) => type === 'VariableName' || type === 'PropertyName');
    const dotted = [this.#names.moduleOf(root?.text ?? ''), ...steps.map((step) => step.text)].join('.');
    if (!/^functools\.(?:lru_cache|cache)$/.test(dotted))
      stop(`has the decorator ${text.slice(0, 40)}, whose effects are unknown`);
    for (const child of children) if (child.type === 'ArgList') this.#readArguments(child);
  }

  #readArguments({ children }: PyNode): void {
    children.forEach((child, at) => {
      const isKeyword = child.type === 'VariableName' && children[at + 1]?.type === 'AssignOp';
      if (!isKeyword) this.#read(child);
    });
  }

  /** A name that stands alone: its value is handed on. */
  #readName(node: PyNode): void {
    const { text } = node;
    const module = this.#names.moduleOf(text);
    if (module !== undefined && !this.#isTold(node)) this.#handOn(module, node);
    if (this.#names.has(text) || BUILTINS.has(text)) return;
    stop(
      text === 'open' || text === 'type' || text === 'getattr'
        ? `hands on ${text}`
        : `uses ${text}, whose effects are unknown`,
    );
  }

  /** The code hands on a name of an import. */
  #handOn(dotted: string, node?: PyNode): void {
    if (isProjects(dotted)) {
      const name = this.#taken.get(dotted);
      if (name !== undefined && !isCalm(name))
        stop(`takes ${name} of ${dotted.slice(0, -name.length - 1)}, whose name says that it does more than compute`);
      // The function that takes it may call it.
      this.#note(dotted, node && this.#isOnlySeen(node) ? 'names' : 'calls');
      return;
    }
    if (dotted === 'os.environ') {
      this.#found.readsEnvironment = true;
      return;
    }
    if (this.#isListed(dotted)) return;
    stop(`uses ${dotted}, whose effects are unknown`);
  }

  #isListed(dotted: string): boolean {
    const at = dotted.lastIndexOf('.');
    const [module, name] = [dotted.slice(0, at), dotted.slice(at + 1)];
    if (MODULES.has(dotted)) return false;
    if (TEXTS.test(dotted) && !isProjects(dotted)) return true;
    const [first = ''] = dotted.split('.');
    if (PACKAGES.get(module)?.has(name)) {
      this.#found.imports.set(first, 'names');
      return true;
    }
    // `datetime.datetime.now`, `sys.stdout.write`, `sys.version_info.major`
    return MODULES.get(module)?.has(name) === true && dotted !== 'sys.path';
  }

  #readMember(node: PyNode, isCalled: boolean): void {
    const [object, sign, property] = node.children;
    if (!object || !sign) stop('has an attribute that is not understood');
    if (sign.type === '[') {
      if (this.#names.dotted(object) === 'os.environ') {
        const name = property && node.children.length === 4 ? literalOf(property) : undefined;
        this.#readVariable(name);
        for (const child of node.children.slice(2)) this.#read(child);
        return;
      }
      this.#readObject(object);
      for (const child of node.children.slice(2)) this.#read(child);
      return;
    }
    if (property?.type !== 'PropertyName') stop('has an attribute that is not understood');
    const dotted = this.#names.dotted(node);
    if (dotted === 'sys.path' && isArgumentOf(node, /^(?:print|len)$|["']\.join$/)) return;
    if (dotted !== undefined && (this.#isTold(node) || this.#readDotted(dotted))) return;
    const name = property.text;
    if (this.#isProjects(object)) {
      if (!isCalm(name)) stop(`takes ${name} of the project's code, whose name says that it does more than compute`);
      this.#readObject(object);
      return;
    }
    if (
      object.type === 'CallExpression' &&
      object.children[0]?.text === 'type' &&
      /^__(?:name|qualname)__$/.test(name)
    ) {
      this.#readArguments(object.children[1] ?? object);
      return;
    }
    if (!isCalled && this.#isColumn(node, object, name)) {
      this.#readObject(object);
      return;
    }
    // It may be a value of the project's code that came here on a way of its own.
    const isCrossing = this.#hasProjects() && !isCalm(name) && object.type !== 'String';
    if (isCrossing || (!(isCalled && /^(?:replace|read|format|copy)$/.test(name)) && !this.#isKnown(name)))
      stop(`uses the attribute ${name}, whose effects are unknown`);
    this.#readObject(object);
  }

  /** True for what a module of a table has. A module alone is no value. */
  #readDotted(dotted: string): boolean {
    if (isProjects(dotted)) return false;
    const steps = dotted.split('.');
    for (let length = steps.length; length > 0; length--) {
      const start = steps.slice(0, length).join('.');
      if (start === 'os.environ') this.#handOn(start);
      if (start === 'os.environ' || this.#isListed(start)) {
        const wrong = steps.slice(length).find((step) => !ATTRIBUTES.has(step));
        if (wrong !== undefined) stop(`uses the attribute ${wrong}, whose effects are unknown`);
        return true;
      }
    }
    return stop(
      `${/^(?:subprocess|os|shutil|socket|urllib|http)\b/.test(dotted) ? 'calls' : 'uses'} ${dotted}, whose effects are unknown`,
    );
  }

  /** True for a value of others that is shown or compared, and for a constant. */
  #isOnlySeen(node: PyNode): boolean {
    const { parent } = node;
    const isObject = parent?.type === 'MemberExpression' && parent.children[0]?.from === node.from;
    if (isObject) return this.#isOnlySeen(parent);
    if (TEXTS.test(node.text) || (/\.[A-Z][A-Z\d_]+$/.test(node.text) && parent?.type !== 'ArgList')) return true;
    return (
      /^(?:FormatReplacement|ExpressionStatement|Script)$/.test(parent?.type ?? '') ||
      (parent?.type === 'CallExpression' && parent.children[0]?.from === node.from) ||
      isArgumentOf(node, /^(?:print|len|str|repr|bool|dir|hasattr|isinstance|issubclass|id|callable)$/)
    );
  }

  /** True for something that is imported, of which the code only takes a text. */
  #isTold(node: PyNode): boolean {
    const dotted = this.#names.dotted(node);
    const { parent } = node;
    const callee = parent?.type === 'ArgList' ? parent.parent?.children[0] : undefined;
    const isFirst = parent?.children[1]?.from === node.from && parent.children[2]?.type !== 'AssignOp';
    return dotted !== undefined && callee !== undefined && isFirst && TELLS.test(this.#names.called(callee) ?? '');
  }

  /** `query` is the end of an address, and runs code for a frame. */
  #isKnown(attribute: string): boolean {
    return ATTRIBUTES.has(attribute) && !(attribute === 'query' && this.#found.imports.has('pandas'));
  }

  /** True for a column of a frame, of which the code uses only what it may use of any value. */
  #isColumn(node: PyNode, frame: PyNode, name: string): boolean {
    const { parent } = node;
    const isUsed =
      (parent?.type === 'MemberExpression' && parent.children[0]?.from === node.from) ||
      (parent?.type === 'BinaryExpression' && /^(?:Compare|Arith)Op$/.test(parent.children[1]?.type ?? '')) ||
      isArgumentOf(node, /^(?:print|len)$/);
    return isUsed && /^[a-zA-Z]/.test(name) && !this.#hasProjects() && this.#isFrame(frame);
  }

  /** True for what comes from a frame that the code reads or makes. */
  #isFrame(node: PyNode, seen = new Set<string>()): boolean {
    const root = rootOf(node);
    if (root.type !== 'VariableName' || seen.has(root.text)) return false;
    if (this.#names.moduleOf(root.text) !== undefined) return makesFrame(this.#whole(root) ?? '');
    seen.add(root.text);
    const values = this.#names.valuesOf(root.text);
    return values.length > 0 && values.every((value) => value.from === 'node' && this.#isFrame(value.node, seen));
  }

  #hasProjects(): boolean {
    return [...this.#found.imports].some(([name, use]) => use !== 'standard' && !PACKAGES.has(name));
  }

  #readObject(object: PyNode): void {
    if (object.type === 'VariableName' && this.#names.moduleOf(object.text) === 'sys.path')
      stop('uses sys.path, whose effects are unknown');
    this.#read(object);
  }

  /** True for a value that the project's code may have given. */
  #isProjects(node: PyNode, seen = new Set<string>()): boolean {
    const root = rootOf(node);
    if (root.type !== 'VariableName' || seen.has(root.text)) return false;
    if (this.#names.moduleOf(root.text) !== undefined) return isProjects(this.#whole(root) ?? '');
    seen.add(root.text);
    return this.#names.valuesOf(root.text).some((value) => value.from !== 'any' && this.#isProjects(value.node, seen));
  }

  /** The longest name of what an import brings that begins with a node. */
  #whole(node: PyNode): string | undefined {
    const { parent } = node;
    const isLonger =
      parent?.type === 'MemberExpression' && parent.children[0]?.from === node.from && parent.children[1]?.type === '.';
    return isLonger ? this.#whole(parent) : this.#names.dotted(node);
  }

  #note(dotted: string, use: 'names' | 'calls'): void {
    for (const key of this.#found.imports.keys()) {
      const module = key.replace(':', '.');
      if (dotted === module || dotted.startsWith(`${module}.`) || module.startsWith(`${dotted}.`))
        if (use === 'calls' && this.#found.imports.get(key) === 'names') this.#found.imports.set(key, 'calls');
    }
  }

  #readVariable(name: string | undefined): void {
    if (name === undefined || namesCredential(name)) this.#found.readsEnvironment = true;
  }

  // Calls

  #readCall(node: PyNode): void {
    const [callee, args] = node.children;
    if (!callee || args?.type !== 'ArgList') stop('has a call that is not understood');
    const given = argumentsOf(args);
    const dotted = this.#names.called(callee);
    if (dotted !== undefined && this.#readSpecial(dotted, given, node)) {
      this.#readArguments(args);
      return;
    }
    if (callee.type === 'MemberExpression' && callee.children[1]?.type === '.' && dotted === undefined) {
      if (this.#readMethod(callee, given)) {
        this.#readArguments(args);
        return;
      }
      this.#readMember(callee, true);
    } else this.#read(callee);
    if (this.#isProjects(callee)) {
      if (callee.type !== 'VariableName' && callee.children[1]?.type !== '.')
        stop("calls what it finds in a list of the project's code");
      this.#noteCall(callee);
    }
    this.#readArguments(args);
  }

  #noteCall(callee: PyNode): void {
    const root = rootOf(callee);
    const module = this.#names.moduleOf(root.text);
    if (module !== undefined) this.#note(this.#names.dotted(callee) ?? module, 'calls');
    else for (const [key, use] of this.#found.imports) if (use === 'names') this.#found.imports.set(key, 'calls');
  }

  /** Functions that are known by what they are called with. */
  #readSpecial(dotted: string, given: Given, node: PyNode): boolean {
    if (OPENERS.test(dotted)) {
      this.#open(given.positional[0], given.positional[1] ?? given.named.get('mode'), given);
      return true;
    }
    if (LISTERS.test(dotted)) {
      this.#list(given, dotted);
      return true;
    }
    if (LOADERS.test(dotted)) {
      const [file, mode] = given.positional;
      const how = mode ?? given.named.get('mode');
      const text = how && literalOf(how);
      if (how && !/^r(?::\w*)?$/.test(text ?? '')) stop(`opens an archive in a way that is not known`);
      if (!file || given.isOpen) stop(`calls ${dotted} with an unknown value`);
      if (this.#names.dotted(file) !== 'sys.stdin') this.#reads(file);
      return true;
    }
    if (FRAME_READERS.test(dotted)) {
      const [file] = given.positional;
      if (!file || given.isOpen) stop(`calls ${dotted} with an unknown value`);
      this.#readFrame(file);
      return true;
    }
    if (dotted === SETS_OPTION) {
      checkOption(given);
      return true;
    }
    if (dotted === 'os.environ.get' || dotted === 'os.getenv') {
      const [name] = given.positional;
      this.#readVariable(name && literalOf(name));
      return true;
    }
    if (/^sys\.stdin\.(?:buffer\.)?read$/.test(dotted))
      return !given.isOpen && given.positional.every(({ type }) => type === 'Number');
    if (dotted === 'os.path.expandvars') {
      this.#found.readsEnvironment = true;
      return true;
    }
    if (dotted === 'sys.path.insert' || dotted === 'sys.path.append') {
      const path = this.#texts.of(given.positional.at(-1));
      if (!path || path.some((one) => one.includes(UNKNOWN)) || given.isOpen)
        stop('looks for modules in an unknown place');
      for (const one of path) this.#found.paths.add(one);
      return true;
    }
    if (dotted === 'importlib.util.find_spec') {
      const name = given.positional[0] && literalOf(given.positional[0]);
      if (name === undefined || name.includes('.')) stop('looks for a module whose name is not known');
      return true;
    }
    if (dotted.startsWith('inspect.') && TELLS.test(dotted)) return true;
    if (dotted === 'type') {
      if (given.positional.length !== 1 || given.named.size > 0 || given.isOpen) stop('makes a class');
      if (!isShown(node)) stop('hands on the class of a value');
      return true;
    }
    if (dotted === 'getattr') {
      const [object, name, other] = given.positional;
      const text = name && literalOf(name);
      if (!object || text === undefined || given.isOpen) stop('takes an attribute whose name is not known');
      const isFine = this.#isProjects(object) ? isCalm(text) : this.#isKnown(text);
      if (!isFine) stop(`uses the attribute ${text}, whose effects are unknown`);
      if (other) this.#read(other);
      return true;
    }
    return false;
  }

  /** Methods whose effect depends on what they are called with. */
  #readMethod(callee: PyNode, given: Given): boolean {
    const [object, , property] = callee.children;
    const name = property?.text ?? '';
    if (!object) return false;
    if (name === 'replace') {
      const isText = given.positional.length >= 2 && !given.isOpen;
      // With one argument a path is renamed.
      if (
        !isText &&
        !(given.positional.length === 0 && given.named.size > 0 && !given.isOpen && !given.named.has('target'))
      )
        stop('calls replace(), which may rename a file');
      return false;
    }
    if (name === 'format') {
      const text = literalOf(object.type === 'ParenthesizedExpression' ? (object.children[1] ?? object) : object);
      if (text === undefined || /\{[^{}]*[.[{]/.test(text.replaceAll('{{', '')))
        stop('calls format() with a pattern that is not known');
      return false;
    }
    if (isFrameMethod(name, given)) {
      this.#readObject(object);
      return true;
    }
    // Also paths have it, which copy a file.
    if (name === 'copy' && (given.positional.length > 0 || given.named.size > 0 || given.isOpen))
      stop('calls copy() with an unknown value');
    if (name === 'read') {
      const [path] = given.positional;
      const isCount =
        path === undefined || (path.type === 'Number' && given.positional.length === 1) || path.text === '-1';
      if (!isCount || given.isOpen || given.named.size > 0) {
        const named = path && this.#texts.of(path);
        if (!named || given.isOpen) stop('calls read() with an unknown value');
        for (const one of named) this.#found.reads.add(one);
      }
      return false;
    }
    if (/^(?:read_text|read_bytes|iterdir|glob|rglob)$/.test(name)) {
      const isGiven = name.startsWith('read') && this.#texts.isArgument(object);
      const paths = this.#texts.of(object) ?? (isGiven ? [] : undefined);
      if (!paths) stop(`calls ${name}() of a path that is not known`);
      if (/glob$/.test(name) && this.#texts.globbed(object, given.positional[0], name === 'rglob') === undefined)
        stop(`calls ${name}() with a pattern that is not known`);
      for (const path of paths) this.#found.reads.add(path);
      this.#read(object);
      return true;
    }
    if (name === 'write_text' || name === 'write_bytes') {
      this.#writes(object);
      this.#read(object);
      return true;
    }
    if (name === 'open') {
      const [mode] = given.positional;
      this.#open(object, mode ?? given.named.get('mode'), given);
      this.#read(object);
      return true;
    }
    return false;
  }

  #open(path: PyNode | undefined, mode: PyNode | undefined, given: Given): void {
    if (!path || given.isOpen) stop('opens a file that is not known');
    for (const name of given.named.keys())
      if (!/^(?:mode|encoding|errors|newline|buffering)$/.test(name)) stop(`opens a file with ${name}`);
    const how = mode === undefined ? 'r' : literalOf(mode);
    if (how === undefined || !/^[rwaxbt+]{1,3}$/.test(how)) stop('opens a file in a way that is not known');
    if (path.type === 'Number' && /^[012]$/.test(path.text)) return;
    if (/[wax+]/.test(how)) this.#writes(path);
    if (/[r+]/.test(how)) this.#reads(path);
  }

  #reads(path: PyNode): void {
    const texts = this.#texts.of(path) ?? (this.#texts.isArgument(path) ? [] : undefined);
    if (!texts) stop('reads a file whose name it computes');
    for (const one of texts) this.#found.reads.add(one);
  }

  #readFrame(file: PyNode): void {
    const [callee] = file.children;
    const isText = callee !== undefined && /^io\.(?:String|Bytes)IO$/.test(this.#names.called(callee) ?? '');
    if (isText || this.#names.dotted(file) === 'sys.stdin') return;
    const texts = this.#texts.of(file);
    if (!texts?.every(isLocalFile)) stop('reads a file or an address that is not known');
    for (const one of texts) this.#found.reads.add(one);
  }

  #writes(path: PyNode): void {
    const texts = this.#texts.of(path);
    if (!texts || texts.some((one) => one.includes(UNKNOWN))) stop('writes a file whose name it computes');
    for (const one of texts) this.#found.writes.add(one);
  }

  #list(given: Given, dotted: string): void {
    const [where] = given.positional;
    if (given.isOpen || given.named.has('root_dir') || given.named.has('dir_fd'))
      stop('lists files of an unknown directory');
    const texts = where ? this.#texts.of(where) : ['.'];
    if (!texts) stop(`calls ${dotted}() with a place that is not known`);
    for (const one of texts) this.#found.reads.add(one);
  }
}

function isProjects(dotted: string): boolean {
  const [root = ''] = dotted.split('.');
  return (
    !OF_PYTHON.has(root.toLowerCase()) &&
    !FRAME_READERS.test(dotted) &&
    dotted !== SETS_OPTION &&
    ![...PACKAGES].some(
      ([module, names]) => module === root && names.has(dotted.slice(root.length + 1).split('.')[0] ?? ''),
    )
  );
}

/** True for the class of a value that is only printed or compared. */
function isShown(node: PyNode): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (parent.type === 'FormatReplacement' || parent.type === 'ExpressionStatement') return true;
  if (parent.type === 'BinaryExpression') return parent.children.some(({ type }) => /^(?:CompareOp|is|in)$/.test(type));
  return isArgumentOf(node, /^(?:print|str|repr)$/);
}

function isArgumentOf({ parent }: PyNode, names: RegExp): boolean {
  const callee = parent?.type === 'ArgList' ? parent.parent?.children[0] : undefined;
  return callee !== undefined && names.test(callee.text);
}

/** True for a file that a module of the standard library may be loaded from. */
function mayBeStandard(path: string): boolean {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  const names = /^(?:\/|~)|(?:^|\/)\.\.(?:\/|$)/.test(path) ? steps : steps.slice(0, 1);
  return (
    names.some((step) => OF_PYTHON.has((step.split('.')[0] ?? '').toLowerCase())) &&
    /\.(?:py\w?|so|pth|pyd)$/.test(path)
  );
}
