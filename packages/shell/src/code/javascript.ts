import type { AnyNode, Program } from 'acorn';
import { namesCredential, UNKNOWN } from '@atip/core/internal';
import type { CodeReading, Snippet } from '../line/types.ts';
import { JavaScriptBindings, mayBeProjects } from './javascript-bindings.ts';
import { JavaScriptData } from './javascript-data.ts';
import {
  CALLERS,
  CHANGERS,
  CLASSES,
  ENUMERATION,
  isTaken,
  LEADS_AWAY,
  MEMBERS,
  METHODS,
  OF_NODE,
  PACKAGE_METHODS,
  PACKAGES,
  PURE_GLOBALS,
  VALUES,
} from './javascript-names.ts';
import { JavaScriptTexts } from './javascript-texts.ts';
import { childrenOf, isFunction, isPause, memberName, parseJavaScript, plain } from './javascript-tree.ts';
import { isCalm } from './project-values.ts';
import { type Found, readWith, stop } from './snippet-reading.ts';

/**
 * Reads JavaScript that has to do no harm, whatever its data are.
 *
 * Functions are only called by names that the code writes out, and only handed to methods that call them: those of tables, and those
 * of the code, whose bodies are read. A member whose name is computed may be one that every object has, so it is never called, and
 * never kept where a method is looked for.
 */
export function readJavaScript(snippet: Snippet): CodeReading {
  return readWith(snippet, (found) => new JavaScriptReader(snippet, found).readAll());
}

type Call = AnyNode & { readonly type: 'CallExpression' };
type Member = AnyNode & { readonly type: 'MemberExpression' };

const READS_FILE = /^fs(?:\/promises)?\.(?:readFileSync|readFile|readdirSync|readdir|opendirSync|createReadStream)$/;
const WRITES_FILE = /^fs(?:\/promises)?\.(?:writeFileSync|writeFile|appendFileSync|appendFile)$/;
const CALLED_LATER = /^(?:setTimeout|setImmediate|queueMicrotask|setInterval|clearTimeout|clearInterval)$/;

class JavaScriptReader {
  readonly #found: Found;
  readonly #root: Program;
  readonly #names: JavaScriptBindings;
  readonly #data: JavaScriptData;
  readonly #texts: JavaScriptTexts;
  /** Names of methods in the code's own objects. */
  readonly #own = new Set<string>();
  /** Why members of enumerations could not be handed to a function of the project. */
  readonly #members: string[] = [];

  constructor(snippet: Snippet, found: Found) {
    this.#found = found;
    this.#root = parseJavaScript(snippet.text);
    this.#names = new JavaScriptBindings(this.#root, (name) => this.#import(name));
    const isProjects = [...found.imports.values()].some((use) => use !== 'standard');
    this.#data = new JavaScriptData(this.#names, isProjects);
    this.#texts = new JavaScriptTexts(this.#names);
  }

  readAll(): undefined {
    this.#collect(this.#root);
    this.#read(this.#root);
    const { imports, writes } = this.#found;
    const [why] = this.#members;
    if (why !== undefined && [...imports.values()].includes('calls')) stop(why);
    if (writes.size > 0 && [...imports.values()].some((use) => use !== 'standard'))
      stop('writes a file that it may load as a module');
  }

  #import(source: string): undefined {
    const name = source.replace(/^node:/, '');
    if (OF_NODE.has(name)) return;
    if (/^[a-z]+:|^#|^https?/.test(source)) stop(`imports ${source}, whose effects are unknown`);
    if (/^\.{0,2}\/.*\.json$/.test(source)) this.#found.reads.add(source);
    else if (!this.#found.imports.has(source)) this.#found.imports.set(source, 'names');
  }

  #collect(node: AnyNode): undefined {
    if (node.type === 'Property' && isFunction(node.value) && node.key.type === 'Identifier' && !node.computed) {
      if (isTaken(node.key.name)) stop(`has a method of its own that is called ${node.key.name}`);
      this.#own.add(node.key.name);
    }
    for (const child of childrenOf(node)) this.#collect(child);
  }

  #read(node: AnyNode): undefined {
    switch (node.type) {
      case 'Identifier':
        return this.#readName(node.name);
      case 'MemberExpression':
        return this.#readMember(node);
      case 'CallExpression':
        return this.#readCall(node);
      case 'NewExpression':
        return this.#readNew(node);
      case 'AssignmentExpression':
        if (node.left.type === 'MemberExpression') this.#readTarget(node.left, node.right);
        return this.#readParts([
          ...(node.left.type === 'MemberExpression' ? [node.left.object as AnyNode] : []),
          node.right,
        ]);
      case 'UpdateExpression':
        if (node.argument.type === 'MemberExpression') this.#readTarget(node.argument, undefined);
        return this.#read(node.argument);
      case 'UnaryExpression':
        if (node.operator === 'delete' && plain(node.argument).type === 'MemberExpression')
          this.#readTarget(plain(node.argument) as Member, undefined);
        if (node.operator === 'typeof' && node.argument.type === 'Identifier') return undefined;
        return this.#read(node.argument);
      case 'VariableDeclarator': {
        const { init } = node;
        if (!init) return undefined;
        this.#readPattern(node.id);
        if (isFunction(init)) return this.#readFunction(init);
        return this.#isAlias(init) ? undefined : this.#read(init);
      }
      case 'Property':
        return this.#readProperty(node);
      case 'BinaryExpression':
        if (node.operator === 'instanceof' && node.right.type === 'Identifier' && CLASSES.has(node.right.name))
          return this.#read(node.left as AnyNode);
        return this.#readParts(childrenOf(node));
      case 'FunctionDeclaration':
        return this.#readFunction(node);
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return stop('hands on a function');
      case 'ForOfStatement':
      case 'ForInStatement':
        if (node.left.type === 'VariableDeclaration')
          for (const one of node.left.declarations) this.#readPattern(one.id);
        return this.#readParts([node.right, node.body]);
      case 'CatchClause':
        if (node.param) this.#readPattern(node.param);
        return this.#read(node.body);
      case 'ImportDeclaration':
      case 'BreakStatement':
      case 'ContinueStatement':
        return undefined;
      case 'ImportExpression':
        return this.#names.loaded(node)?.startsWith('own:') ? undefined : stop('hands on a module');
      default:
        return this.#readParts(childrenOf(node));
    }
  }

  #readParts(nodes: readonly AnyNode[]): undefined {
    for (const node of nodes) this.#read(node);
  }

  /** The default values in a pattern, and nothing else of it. */
  #readPattern(node: AnyNode): undefined {
    if (node.type === 'AssignmentPattern') {
      this.#read(node.right);
      this.#readPattern(node.left);
    } else if (node.type === 'Property') {
      if (node.computed) stop('takes a member whose name it computes');
      const name = node.key.type === 'Identifier' ? node.key.name : '';
      if (LEADS_AWAY.test(name)) stop(`uses the member ${name}, whose effects are unknown`);
      this.#readPattern(node.value);
    } else if (node.type !== 'Identifier') for (const child of childrenOf(node)) this.#readPattern(child);
  }

  #readFunction(node: AnyNode): undefined {
    if (!('params' in node)) return;
    for (const one of node.params) this.#readPattern(one);
    this.#read(node.body);
  }

  #isAlias(node: AnyNode): boolean {
    const dotted = this.#names.dotted(node);
    if (dotted === undefined || this.#data.isJson(node)) return false;
    if (!dotted.startsWith('own:'))
      return (
        OF_NODE.has(dotted) ||
        dotted === 'node:crypto' ||
        this.#isListed(dotted) ||
        READS_FILE.test(dotted) ||
        WRITES_FILE.test(dotted)
      );
    this.#readOwn(dotted, true);
    return true;
  }

  #readName(name: string): undefined {
    const module = this.#names.dotted({ type: 'Identifier', name, start: 0, end: 0 });
    if (module?.startsWith('own:')) return this.#readOwn(module, true);
    if (module !== undefined) return this.#isValue(module) ? undefined : stop(`hands on ${module}`);
    if (VALUES.has(name)) return undefined;
    if (!this.#names.has(name)) stop(`uses ${name}, whose effects are unknown`);
    if (this.#isOwnFunction(name)) stop(`hands on the function ${name}`);
    return undefined;
  }

  #isOwnFunction(name: string): boolean {
    return this.#names.valuesOf(name).some((value) => value.from === 'whole' && isFunction(value.node));
  }

  #isListed(dotted: string): boolean {
    const at = dotted.lastIndexOf('.');
    return MEMBERS.get(dotted.slice(0, at))?.has(dotted.slice(at + 1)) === true;
  }

  /** True for a member of a table that is no function. */
  #isValue(dotted: string): boolean {
    return (
      this.#isListed(dotted) &&
      /^(?:process\.(?!cwd|memoryUsage|uptime|hrtime|exit$|cpuUsage|resourceUsage|getuid|getgid|std)\w+|process\.stdin|Math\.[A-Z\d_]+|Number\.[A-Z_]+|os\.EOL|path\.(?:sep|delimiter)|fs\.constants|module\.builtinModules|performance\.timeOrigin)$/.test(
        dotted,
      )
    );
  }

  /** @param isValue true: nothing calls it here, so that it may be a member of an enumeration */
  #readOwn(dotted: string, isValue = false): undefined {
    const source = this.#sourceOf(dotted);
    const steps = this.#stepsOf(dotted);
    const isMember = isValue && ENUMERATION.test(steps.at(-2) ?? '') && /^(?:[A-Z]|\d+$)/.test(steps.at(-1) ?? '');
    const loud = steps.findIndex((step) => !isCalm(step));
    if (loud < 0) return;
    const why = `takes ${steps[loud]} of ${source}, whose name says that it does more than compute`;
    if (!isMember || loud < steps.length - 2) stop(why);
    this.#members.push(why);
  }

  /** The names by which a value was taken from what is imported. */
  #stepsOf(dotted: string): readonly string[] {
    const steps = dotted.slice('own:'.length + this.#sourceOf(dotted).length).split('.');
    return steps.filter((one) => one !== '' && one !== 'default');
  }

  /** True for a function of a table of packages. */
  #isKnownOwn(dotted: string): boolean {
    return PACKAGES.get(this.#sourceOf(dotted))?.test(this.#stepsOf(dotted).join('.')) === true;
  }

  #sourceOf(dotted: string): string {
    const known = [...this.#found.imports.keys(), ...this.#found.reads].filter(
      (one) => dotted === `own:${one}` || dotted.startsWith(`own:${one}.`),
    );
    return known.toSorted((one, other) => other.length - one.length)[0] ?? stop('has an import that is not understood');
  }

  #readMember(node: Member): undefined {
    const object = node.object as AnyNode;
    const name = memberName(node);
    const dotted = this.#names.dotted(node);
    if (name !== undefined && LEADS_AWAY.test(name)) stop(`uses the member ${name}, whose effects are unknown`);
    if (dotted?.startsWith('own:') && !this.#data.isJson(object)) return this.#readOwn(dotted, true);
    if (dotted !== undefined && !this.#data.isJson(object)) return this.#readDotted(dotted);
    if (name === undefined) {
      if (this.#names.dotted(object) === 'process.env') {
        this.#found.readsEnvironment = true;
        return this.#read(node.property as AnyNode);
      }
      const of = this.#names.dotted(object);
      if (of?.startsWith('own:') && ENUMERATION.test(this.#stepsOf(of).at(-1) ?? ''))
        return this.#read(node.property as AnyNode);
      if (!this.#data.isNumber(node.property as AnyNode) && !this.#data.isData(object))
        stop('takes a member whose name it computes');
      if (this.#names.dotted(object) === 'process.argv') return this.#read(node.property as AnyNode);
      return this.#readParts([object, node.property as AnyNode]);
    }
    if (this.#isProjects(object) && !isCalm(name) && !/^\d+$/.test(name) && name !== 'default')
      stop(`takes ${name} of the project's code, whose name says that it does more than compute`);
    if (object.type === 'ImportExpression') stop('hands on a module');
    return this.#read(object);
  }

  #readDotted(dotted: string): undefined {
    if (dotted.startsWith('process.env')) {
      const name = dotted.slice('process.env.'.length);
      if (name === '' || namesCredential(name)) this.#found.readsEnvironment = true;
      return;
    }
    if (/^process\.argv\.\d+$/.test(dotted)) return;
    const steps = dotted.split('.');
    for (let length = steps.length; length > 1; length--) {
      if (this.#isValue(steps.slice(0, length).join('.')) && !/^process\.stdin\./.test(dotted)) return;
    }
    stop(
      `${/^(?:child_process|fs|http|https|net|vm|worker_threads)\b/.test(dotted) ? 'calls' : 'uses'} ${dotted}, whose effects are unknown`,
    );
  }

  /** A member that is changed: only of what the code has made, and never to a function. */
  #readTarget(target: Member, value: AnyNode | undefined): undefined {
    const object = target.object as AnyNode;
    const name = memberName(target);
    if (this.#names.dotted(object) === 'process' && name === 'exitCode') return;
    if (!this.#data.isData(object)) stop('changes an object that it did not make');
    if (name !== undefined && LEADS_AWAY.test(name)) stop(`changes the member ${name}`);
    const isSafe = value === undefined || this.#data.isData(value) || (name !== undefined && !isTaken(name));
    if (!isSafe) stop('keeps a value that may be a function where a method may be looked for');
    if (name === undefined) this.#read(target.property as AnyNode);
  }

  #readProperty(node: AnyNode & { readonly type: 'Property' }): undefined {
    const { key, computed, value } = node;
    const name = computed
      ? undefined
      : key.type === 'Identifier'
        ? key.name
        : key.type === 'Literal'
          ? String(key.value)
          : undefined;
    if (name !== undefined && LEADS_AWAY.test(name)) stop(`has the key ${name}`);
    if (computed) this.#read(key as AnyNode);
    if ((name === undefined || isTaken(name)) && !this.#data.isData(value))
      stop('keeps a value that may be a function where a method may be looked for');
    if (isFunction(value)) this.#readFunction(value);
    else this.#read(value);
  }

  #isProjects(node: AnyNode): boolean {
    return mayBeProjects(this.#names, node);
  }

  // Calls

  #readCall(node: Call): undefined {
    const callee = plain(node.callee as AnyNode);
    const { arguments: args } = node;
    if (this.#names.loaded(node)?.startsWith('own:')) return this.#readOwn(this.#names.loaded(node) ?? '');
    if (isFunction(callee)) {
      this.#readFunction(callee);
      return this.#readParts(args);
    }
    const isGlobal = callee.type === 'Identifier' && !this.#names.has(callee.name);
    if (isGlobal && (PURE_GLOBALS.has(callee.name) || (CLASSES.has(callee.name) && callee.name !== 'Object')))
      return this.#readParts(args);
    if (callee.type === 'MemberExpression' && callee.object.type === 'ImportExpression')
      return this.#readMethod(callee, node);
    const dotted = this.#names.dotted(callee);
    if (dotted !== undefined && !this.#isListedValue(callee)) return this.#readKnown(dotted, node);
    if (callee.type === 'Identifier') {
      const { name } = callee;
      if (CALLED_LATER.test(name) && !this.#names.has(name))
        return this.#readCalling(args, name.startsWith('clear') ? [] : [0]);
      const isKnown = this.#names.valuesOf(name).length === 1 && this.#isOwnFunction(name);
      if (!isKnown)
        stop(this.#names.has(name) ? `calls ${name}, which is not known` : `calls ${name}, whose effects are unknown`);
      return this.#readParts(args);
    }
    if (callee.type !== 'MemberExpression') stop('calls a computed value');
    this.#readMethod(callee, node);
  }

  #readNew(node: AnyNode & { readonly type: 'NewExpression' }): undefined {
    const { callee, arguments: args } = node;
    const name =
      callee.type === 'Identifier' && !this.#names.has(callee.name)
        ? callee.name
        : this.#names.dotted(callee as AnyNode);
    if (name === 'Promise' && isPause(args)) return undefined;
    if (name !== undefined && (CLASSES.has(name) || (name.startsWith('Intl.') && this.#isListed(name))))
      return this.#readParts(args);
    if (!this.#isProjects(callee as AnyNode)) stop('makes an object of an unknown class');
    if (name?.startsWith('own:')) this.#readOwn(name);
    else if (callee.type === 'MemberExpression' && memberName(callee) === undefined)
      stop('makes an object of an unknown class');
    else this.#read(callee as AnyNode);
    this.#noteCall();
    return this.#readParts(args);
  }

  /** `process.argv.slice`: a method of a value of a table. */
  #isListedValue(callee: AnyNode): boolean {
    if (callee.type !== 'MemberExpression') return false;
    const before = this.#names.dotted(callee.object as AnyNode);
    return (
      before !== undefined &&
      (this.#isValue(before) || before.startsWith('process.env.') || /^process\.(?:versions|argv)\.\w+$/.test(before))
    );
  }

  #readMethod(callee: Member, { arguments: args }: Call): undefined {
    const object = callee.object as AnyNode;
    const name = memberName(callee) ?? stop('calls a method whose name it computes');
    if (LEADS_AWAY.test(name)) stop(`calls ${name}(), whose effects are unknown`);
    const module = this.#names.loaded(plain(object));
    if (name === 'then' && module !== undefined && object.type === 'ImportExpression') {
      if (module.startsWith('own:')) this.#readOwn(module);
    } else this.#read(object);
    if (CALLERS.has(name) || name === 'finally' || name === 'on' || name === 'once') {
      const last = name === 'reduce' || name === 'reduceRight' ? args.slice(0, 1) : args;
      const given =
        name === 'replace' || name === 'replaceAll'
          ? [1]
          : name === 'on' || name === 'once'
            ? [1]
            : last.map((_, at) => at);
      return this.#readCalling(args, given, name);
    }
    const isOfPackages = [...this.#found.imports.keys()].every((one) => PACKAGES.has(one));
    const isReading = PACKAGE_METHODS.has(name) || (METHODS.has(name) && this.#isProjects(object));
    if (isOfPackages && isReading) return this.#readParts(args);
    if (this.#isProjects(object)) {
      if (!isCalm(name)) stop(`calls ${name}() of the project's code, whose name says that it does more than compute`);
      this.#noteCall();
    } else if (CHANGERS.has(name)) {
      if (!this.#data.isData(object)) stop(`calls ${name}() of what it has not made`);
    } else if (
      (!METHODS.has(name) && !this.#own.has(name)) ||
      (this.#data.hasProjects && !isCalm(name) && !this.#data.isData(object))
    )
      stop(`calls ${name}(), whose effects are unknown`);
    return this.#readParts(args);
  }

  /** Arguments of which some are called. */
  #readCalling(args: readonly AnyNode[], called: readonly number[], method = ''): undefined {
    args.forEach((one, at) => {
      if (!called.includes(at)) this.#read(one);
      else if (isFunction(one)) this.#readFunction(one);
      else if (!this.#isKnownFunction(one, method)) {
        if (!method.startsWith('replace')) stop('has something called that is not known');
        this.#read(one);
      }
    });
  }

  #isKnownFunction(node: AnyNode, method = ''): boolean {
    if (node.type === 'Identifier' && this.#names.has(node.name) && this.#names.dotted(node) === undefined)
      return this.#names.valuesOf(node.name).length === 1 && this.#isOwnFunction(node.name);
    if (node.type === 'Identifier' && PURE_GLOBALS.has(node.name)) return true;
    const dotted = this.#names.dotted(node);
    if (dotted?.startsWith('own:')) return this.#isKnownOwn(dotted);
    if (dotted === 'JSON.parse' && /^(?:map|forEach|filter)$/.test(method)) return true;
    return (
      dotted !== undefined &&
      /^(?:Math\.[a-z]\w*|path\.\w+|console\.\w+|Array\.isArray|Number\.is\w+|Object\.(?:keys|values|entries)|fs\.existsSync)$/.test(
        dotted,
      ) &&
      this.#isListed(dotted)
    );
  }

  #noteCall(): undefined {
    for (const [key, use] of this.#found.imports) if (use === 'names') this.#found.imports.set(key, 'calls');
  }

  #readKnown(dotted: string, node: Call): undefined {
    const { arguments: args } = node;
    const [first, second] = args;
    if (dotted.startsWith('own:')) {
      if (this.#isKnownOwn(dotted)) {
        const called = args.flatMap((one, at) => (isFunction(one) || this.#isKnownFunction(one) ? [at] : []));
        return this.#readCalling(args, called);
      }
      this.#readOwn(dotted);
      this.#noteCall();
      return this.#readParts(args);
    }
    if (READS_FILE.test(dotted)) {
      this.#readPath(first, 'reads');
      this.#readOptions(second);
      return args.length > 2 ? stop(`calls ${dotted} with an unknown value`) : undefined;
    }
    if (WRITES_FILE.test(dotted)) {
      this.#readPath(first, 'writes');
      this.#readOptions(args[2]);
      if (args.length > 3) stop(`calls ${dotted} with an unknown value`);
      return second ? this.#read(second) : undefined;
    }
    if (/^process\.std(?:out|err)\.write$/.test(dotted))
      return args.length === 1 ? this.#readParts(args) : stop(`calls ${dotted} with an unknown value`);
    if (dotted === 'process.stdin.on' || dotted === 'process.stdin.once') return this.#readCalling(args, [1]);
    if (dotted === 'process.stdin.setEncoding') return this.#readParts(args);
    if (dotted === 'process.hrtime.bigint' || dotted === 'assert') return this.#readParts(args);
    if (dotted === 'readline.createInterface') {
      const isInput =
        args.length === 1 &&
        first?.type === 'ObjectExpression' &&
        first.properties.every(
          (one) =>
            one.type === 'Property' &&
            !one.computed &&
            (this.#names.dotted(one.value) === 'process.stdin' || one.value.type === 'Literal'),
        );
      return isInput ? undefined : stop('reads lines of what is not known');
    }
    if (dotted === 'Object.assign') {
      if (first?.type !== 'ObjectExpression') stop('changes an object that it did not make');
      return this.#readParts(args);
    }
    if (dotted === 'Object.fromEntries') return this.#readParts(args);
    if (!this.#isListed(dotted)) this.#readDotted(dotted);
    if (
      dotted === 'JSON.stringify' &&
      second &&
      !/^(?:Literal|ArrayExpression)$/.test(second.type) &&
      !(second.type === 'Identifier' && second.name === 'undefined')
    )
      stop('changes how values are written');
    if (dotted === 'JSON.parse' || dotted === 'Array.from' || dotted === 'Object.groupBy')
      return this.#readCalling(args, [1]);
    return this.#readParts(args);
  }

  #readOptions(node: AnyNode | undefined): undefined {
    if (!node || node.type === 'Literal') return;
    const isKnown =
      node.type === 'ObjectExpression' &&
      node.properties.every(
        (one) =>
          one.type === 'Property' &&
          !one.computed &&
          one.key.type === 'Identifier' &&
          /^(?:encoding|withFileTypes|recursive)$/.test(one.key.name) &&
          one.value.type === 'Literal',
      );
    if (!isKnown) stop('opens a file in a way that is not known');
  }

  #readPath(node: AnyNode | undefined, how: 'reads' | 'writes'): undefined {
    if (!node) stop('opens a file that is not known');
    if (node.type === 'Literal' && typeof node.value === 'number' && node.value <= 2) return;
    if (this.#names.dotted(node) === 'process.stdin.fd') return;
    const texts = this.#texts.of(node) ?? (how === 'reads' && this.#texts.isArgument(node) ? [] : undefined);
    if (!texts || (how === 'writes' && texts.some((one) => one.includes(UNKNOWN))))
      stop(`${how} a file whose name it computes`);
    for (const one of texts) this.#found[how].add(one);
  }
}
