import type { AnyNode, Pattern, Program } from 'acorn';
import { BROWSER, GLOBALS, MEMBERS, OF_NODE } from './javascript-names.ts';
import { childrenOf, memberName, plain } from './javascript-tree.ts';
import { stop } from './snippet-reading.ts';

/** `whole`: the value of an expression. `element`: one that it holds. `given`: what a call hands to a function of the code. */
export type JsValue =
  | { readonly from: 'whole' | 'element' | 'name'; readonly node: AnyNode }
  | { readonly from: 'given'; readonly call: AnyNode; readonly at: number; readonly part: boolean }
  | { readonly from: 'any' };

interface Binding {
  /** `fs`, `fs.readFileSync`, `own:./dist/index.js.parse`. */
  readonly module?: string | undefined;
  readonly values: JsValue[];
}

const ANY: JsValue = { from: 'any' };

/** The meanings of all names of a piece of code. A name has one meaning in all of it, whatever its scope. */
export class JavaScriptBindings {
  readonly #bindings = new Map<string, Binding>();
  readonly #import: (name: string) => void;

  /** @param note is told of each import */
  constructor(root: Program, note: (name: string) => void) {
    this.#import = note;
    this.#bind(root);
    const constants = constantsOf(root);
    for (const [name, { module, values }] of this.#bindings) {
      if (module !== undefined && values.length > 0) stop(`gives ${name} two meanings`);
      const isSame = module === name || module === moduleOf(name);
      // Before its definition, or outside of its block, the name is the global's.
      if (
        (GLOBALS.has(name) || OF_NODE.has(name)) &&
        !isSame &&
        !(BROWSER.has(name) && constants.has(name)) &&
        !/^(?:url|path|test|events|constants|util|os)$/.test(name)
      )
        stop(`gives ${name} another meaning`);
    }
  }

  has(name: string): boolean {
    return this.#bindings.has(name);
  }

  valuesOf(name: string): readonly JsValue[] {
    return this.#bindings.get(name)?.values ?? [];
  }

  /** The dotted name of a member of an import or of a global object: `fs.readFileSync`. */
  dotted(given: AnyNode): string | undefined {
    const node = plain(given);
    if (node.type === 'Identifier') {
      const known = this.#bindings.get(node.name);
      if (known) return known.module;
      // Node.js gives code in the line its modules as globals.
      if (OF_NODE.has(node.name)) return moduleOf(node.name);
      return MEMBERS.has(node.name) ? node.name : undefined;
    }
    const loaded = this.loaded(node);
    if (loaded !== undefined) return isData(loaded) ? undefined : loaded;
    if (node.type !== 'MemberExpression') return undefined;
    const before = this.dotted(node.object);
    const name = memberName(node);
    return before === undefined || name === undefined ? undefined : inside(before, name);
  }

  /** The module that `require('x')`, `await import('x')` or `import('x')` gives. */
  loaded(node: AnyNode): string | undefined {
    if (node.type === 'AwaitExpression')
      return node.argument.type === 'ImportExpression' ? this.loaded(node.argument) : undefined;
    if (node.type === 'ImportExpression')
      return node.source.type === 'Literal' ? moduleOf(String(node.source.value)) : undefined;
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
      return undefined;
    const [source] = node.arguments;
    if (this.has('require') || node.arguments.length !== 1 || source?.type !== 'Literal') return undefined;
    return moduleOf(String(source.value));
  }

  #bind(node: AnyNode): void {
    if (node.type === 'ImportDeclaration') {
      const source = String(node.source.value);
      this.#import(source);
      for (const one of node.specifiers) {
        const module = moduleOf(source);
        if (isData(module)) {
          this.#name(one.local.name, { from: 'whole', node: NOTHING });
          continue;
        }
        const name =
          one.type === 'ImportSpecifier'
            ? one.imported.type === 'Identifier'
              ? one.imported.name
              : String(one.imported.value)
            : undefined;
        this.#module(one.local.name, name === undefined ? module : inside(module, name));
      }
      return;
    }
    const loaded = this.loaded(node);
    if (loaded !== undefined && node.type !== 'AwaitExpression') this.#import(sourceOf(node));
    if (node.type === 'VariableDeclarator' && node.init) this.#target(node.id, { from: 'whole', node: node.init });
    else if (node.type === 'VariableDeclarator') this.#target(node.id, undefined);
    else if (node.type === 'AssignmentExpression')
      this.#assigned(node.left, { from: 'whole', node: node.operator === '=' ? node.right : node });
    else if (node.type === 'UpdateExpression') this.#assigned(node.argument, { from: 'whole', node });
    else if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') this.#loop(node);
    else if (node.type === 'CatchClause' && node.param) this.#target(node.param, ANY);
    else if (node.type === 'CallExpression') this.#callbacks(node);
    if (node.type === 'FunctionDeclaration' && node.id) this.#name(node.id.name, { from: 'whole', node });
    if (node.type === 'FunctionExpression' && node.id) this.#name(node.id.name, { from: 'whole', node });
    if ('params' in node && !HANDED.has(node)) for (const one of node.params) this.#target(one, ANY);
    for (const child of childrenOf(node)) this.#bind(child);
  }

  #loop(node: AnyNode & { readonly type: 'ForOfStatement' | 'ForInStatement' }): void {
    const value: JsValue =
      node.type === 'ForOfStatement' ? { from: 'element', node: node.right } : { from: 'name', node: node.right };
    const { left } = node;
    if (left.type === 'VariableDeclaration') for (const one of left.declarations) this.#target(one.id, value);
    else this.#assigned(left, value, true);
  }

  /** The parameters of functions that are written as arguments. */
  #callbacks(call: AnyNode & { readonly type: 'CallExpression' }): void {
    for (const one of call.arguments) {
      if (one.type !== 'ArrowFunctionExpression' && one.type !== 'FunctionExpression') continue;
      HANDED.add(one);
      const module =
        call.callee.type === 'MemberExpression' && memberName(call.callee) === 'then'
          ? this.loaded(plain(call.callee.object))
          : undefined;
      one.params.forEach((parameter, at) => {
        if (module !== undefined && at === 0)
          this.#target(parameter, {
            from: 'whole',
            node: plain((call.callee as AnyNode & { type: 'MemberExpression' }).object),
          });
        else this.#target(parameter, { from: 'given', call, at, part: false });
      });
    }
  }

  #target(pattern: Pattern, value: JsValue | undefined): void {
    if (pattern.type === 'Identifier') {
      const module = value?.from === 'whole' ? this.dotted(value.node) : undefined;
      if (module !== undefined && isModule(module)) this.#module(pattern.name, module);
      else this.#name(pattern.name, value);
    } else if (pattern.type === 'AssignmentPattern') {
      this.#target(pattern.left, value);
      if (pattern.left.type === 'Identifier') this.#name(pattern.left.name, { from: 'whole', node: pattern.right });
    } else if (pattern.type === 'RestElement') this.#target(pattern.argument, value?.from === 'given' ? ANY : value);
    else if (pattern.type === 'ArrayPattern')
      for (const one of pattern.elements) one && this.#target(one, partOf(value));
    else if (pattern.type === 'ObjectPattern') {
      const module = value?.from === 'whole' ? this.dotted(value.node) : undefined;
      for (const one of pattern.properties) {
        if (one.type === 'RestElement' && module !== undefined) stop('takes all of a module');
        if (one.type === 'RestElement') this.#target(one.argument, value);
        else if (one.computed) stop('takes a member whose name it computes');
        else {
          const name = one.key.type === 'Identifier' ? one.key.name : String((one.key as { value?: unknown }).value);
          const target = one.value.type === 'AssignmentPattern' ? one.value.left : one.value;
          if (module !== undefined && target.type !== 'Identifier') stop('destructures a part of a module');
          if (module !== undefined && target.type === 'Identifier') this.#module(target.name, inside(module, name));
          else this.#target(one.value, isPlainName(name) ? partOf(value) : ANY);
        }
      }
    } else stop('has an assignment that is not understood');
  }

  /** Members are changed where the reader looks at them. */
  #assigned(target: AnyNode, value: JsValue, isLoop = false): void {
    if (target.type === 'MemberExpression' && !isLoop) return;
    if (target.type === 'Identifier' || target.type === 'ArrayPattern' || target.type === 'ObjectPattern') {
      if (childrenOf(target).some((one) => /MemberExpression/.test(JSON.stringify(one))))
        stop('destructures values into members');
      this.#target(target, value);
    } else stop('has an assignment that is not understood');
  }

  #name(name: string, value: JsValue | undefined): void {
    const known = this.#bindings.get(name);
    if (known) known.values.push(...(value ? [value] : []));
    else this.#bindings.set(name, { values: value ? [value] : [] });
    if (!value && !known) this.#bindings.get(name)?.values.push({ from: 'whole', node: NOTHING });
  }

  #module(name: string, module: string): void {
    const known = this.#bindings.get(name);
    if (known && known.module !== module) stop(`gives ${name} two meanings`);
    if (!known) this.#bindings.set(name, { module, values: [] });
  }
}

/** Names that have no other meaning anywhere in the code: before its definition, using one is an error. */
function constantsOf({ body }: Program): ReadonlySet<string> {
  return new Set(
    body.flatMap((one) =>
      one.type === 'VariableDeclaration' && one.kind !== 'var'
        ? one.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
        : [],
    ),
  );
}

const NOTHING = { type: 'Literal', value: null, start: 0, end: 0 } as AnyNode;
/** Functions whose parameters are known by the call that they are written in. */
const HANDED = new WeakSet<object>();

function partOf(value: JsValue | undefined): JsValue {
  if (value?.from === 'given') return { ...value, part: true };
  return value && value.from !== 'any' && value.from !== 'name' ? { from: 'element', node: value.node } : ANY;
}

/** A name that no method has. */
function isPlainName(name: string): boolean {
  return (
    !(name in Object.prototype) &&
    !(name in Array.prototype) &&
    !(name in String.prototype) &&
    !(name in Function.prototype)
  );
}

/** True for a file of JSON, which is no code. */
function isData(module: string): boolean {
  return module.endsWith('.json');
}

/** True for a value that the project's code may have given. */
export function mayBeProjects(names: JavaScriptBindings, given: AnyNode, seen: Set<string> = new Set()): boolean {
  const root = rootOf(given);
  if (names.loaded(root)?.startsWith('own:') && !isData(names.loaded(root) ?? '')) return true;
  if (root.type !== 'Identifier' || seen.has(root.name)) return false;
  seen.add(root.name);
  if (names.dotted(root)?.startsWith('own:')) return true;
  return names.valuesOf(root.name).some((value) => 'node' in value && mayBeProjects(names, value.node, seen));
}

/** The beginning of a chain of members and calls. */
function rootOf(given: AnyNode): AnyNode {
  const node = plain(given);
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'require')
    return node;
  if (node.type === 'AwaitExpression') return node.argument.type === 'ImportExpression' ? node : rootOf(node.argument);
  if (node.type === 'MemberExpression') return rootOf(node.object as AnyNode);
  return node.type === 'CallExpression' || node.type === 'NewExpression' ? rootOf(node.callee as AnyNode) : node;
}

function isModule(dotted: string): boolean {
  return /^own:/.test(dotted) || OF_NODE.has(dotted) || dotted === 'node:crypto' || /^[\w/:]+\.\w+$/.test(dotted);
}

/** The name in the tables of a module that code imports. */
function moduleOf(source: string): string {
  const name = source.replace(/^node:/, '');
  if (!OF_NODE.has(name)) return `own:${source}`;
  if (name === 'crypto') return 'node:crypto';
  return name.replace(/^assert\/strict$/, 'assert').replace(/^path\/(?:posix|win32)$/, 'path');
}

function inside(module: string, name: string): string {
  if (name === 'default' && (OF_NODE.has(module) || module === 'node:crypto')) return module;
  if (module === 'fs' && name === 'promises') return 'fs/promises';
  if (module === 'path' && /^(?:posix|win32)$/.test(name)) return module;
  if (module === 'assert' && name === 'strict') return module;
  if (
    (module === 'buffer' && name === 'Buffer') ||
    (module === 'url' && name === 'URL') ||
    (module === 'perf_hooks' && name === 'performance')
  )
    return name;
  return `${module}.${name}`;
}

function sourceOf(node: AnyNode): string {
  const source =
    node.type === 'ImportExpression' ? node.source : node.type === 'CallExpression' ? node.arguments[0] : undefined;
  return source?.type === 'Literal' ? String(source.value) : stop('imports a module whose name it computes');
}
