import type { AnyNode } from 'acorn';
import type { JavaScriptBindings, JsValue } from './javascript-bindings.ts';
import { CALLERS, CHANGERS, CLASSES, METHODS } from './javascript-names.ts';
import { childrenOf, isFunction, memberName, plain } from './javascript-tree.ts';
import { createLimit } from './snippet-reading.ts';

/** Methods whose results are no functions, whatever they are called on. */
const MAKES =
  /^(?:split|map|filter|slice|concat|join|trim\w*|match|matchAll|sort|toSorted|flat|flatMap|toString|toUpperCase|toLowerCase|replace|replaceAll|substring|padStart|padEnd|toFixed|keys|values|entries|indexOf|lastIndexOf|findIndex|includes|startsWith|endsWith|charCodeAt|toISOString|getTime|getFullYear|digest|repeat|charAt|reverse|push|test|has)$/;
const MAKERS =
  /^(?:JSON\.(?:parse|stringify)|Object\.(?:fromEntries|keys|values|entries|groupBy)|Array\.(?:from|of|isArray)|fs\.(?:readFileSync|readdirSync|statSync|existsSync)|Math\.\w+|Number\.\w+|Date\.now|path\.\w+|os\.\w+|Buffer\.\w+|process\.(?:cwd|memoryUsage|uptime)|String|Number|Boolean|parseInt|parseFloat)$/;
/** Methods that hand the elements of what they are called on to a function, first. */
const HANDS = /^(?:map|filter|forEach|find|findIndex|findLast|some|every|flatMap|sort|toSorted)$/;
/** Methods that give elements or parts of what they are called on. */
const GIVES = /^(?:filter|slice|sort|toSorted|find|findLast|at|flat|reverse|concat|pop|shift)$/;

const DEEP = 10;

/** Tells which expressions certainly give data, and no functions, as far as the code shows it. */
export class JavaScriptData {
  readonly #names: JavaScriptBindings;
  readonly #count = createLimit();
  /** True: the code has values of the project's code, whose methods may give anything. */
  readonly hasProjects: boolean;

  constructor(names: JavaScriptBindings, hasProjects: boolean) {
    this.#names = names;
    this.hasProjects = hasProjects;
  }

  /** True for a value that is neither a function nor an object of the language itself. */
  isData(given: AnyNode, depth = 0): boolean {
    this.#count();
    if (depth > DEEP) return false;
    const node = plain(given);
    const inner = (one: AnyNode): boolean => this.isData(one, depth + 1);
    if (this.isJson(node, depth)) return true;
    switch (node.type) {
      case 'Literal':
      case 'TemplateLiteral':
      case 'BinaryExpression':
      case 'UnaryExpression':
      case 'UpdateExpression':
      case 'ObjectExpression':
      case 'ArrayExpression':
        return true;
      case 'LogicalExpression':
        return inner(node.left) && inner(node.right);
      case 'ConditionalExpression':
        return inner(node.consequent) && inner(node.alternate);
      case 'AssignmentExpression':
        return node.operator === '=' ? inner(node.right) : /^(?:[-+*/%&|^]|<<|>>>?|\*\*)=$/.test(node.operator);
      case 'NewExpression':
        return node.callee.type === 'Identifier' && CLASSES.has(node.callee.name) && !this.#names.has(node.callee.name);
      case 'AwaitExpression':
        return inner(node.argument);
      case 'CallExpression':
        return this.#isMade(node, depth);
      case 'Identifier':
        return this.#all(node.name, (value) => this.#isDataValue(value, depth + 1));
      default:
        return false;
    }
  }

  #isMade(node: AnyNode & { readonly type: 'CallExpression' }, depth: number): boolean {
    const { callee } = node;
    if (callee.type === 'Super') return false;
    const dotted =
      this.#names.dotted(callee) ??
      (callee.type === 'Identifier' && !this.#names.has(callee.name) ? callee.name : undefined);
    if (dotted !== undefined) return MAKERS.test(dotted);
    const method = memberName(plain(callee)) ?? '';
    const { 0: made, 1: first } = node.arguments;
    if (method === 'reduce')
      return (
        made !== undefined && first !== undefined && this.isData(first, depth + 1) && this.#returnsData(made, depth)
      );
    if (!MAKES.test(method)) return false;
    const object = plain(callee);
    return (
      !this.hasProjects || (object.type === 'MemberExpression' && this.isData(object.object as AnyNode, depth + 1))
    );
  }

  /** True if a function gives back its first parameter, or new data. */
  #returnsData(node: AnyNode, depth: number): boolean {
    if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression') return false;
    const [first] = node.params;
    const isFine = (one: AnyNode | null | undefined): boolean =>
      one !== null &&
      one !== undefined &&
      (one.type === 'SequenceExpression'
        ? isFine(one.expressions.at(-1))
        : (first?.type === 'Identifier' && one.type === 'Identifier' && one.name === first.name) ||
          (one.type !== 'Identifier' && this.isData(one, depth + 2)));
    return node.body.type === 'BlockStatement' ? returnsOf(node.body).every(isFine) : isFine(node.body);
  }

  /** True for text, numbers and lists and tables of them, in which no function is anywhere. */
  isJson(given: AnyNode, depth = 0): boolean {
    this.#count();
    if (depth > DEEP) return false;
    const node = plain(given);
    const inner = (one: AnyNode): boolean => this.isJson(one, depth + 1);
    switch (node.type) {
      case 'Literal':
        return !('regex' in node);
      case 'TemplateLiteral':
        return true;
      case 'ArrayExpression':
        return node.elements.every((one) => one === null || inner(one));
      case 'SpreadElement':
      case 'AwaitExpression':
        return inner(node.argument);
      case 'LogicalExpression':
        return inner(node.left) && inner(node.right);
      case 'ObjectExpression':
        return node.properties.every((one) =>
          one.type === 'SpreadElement' ? inner(one.argument) : !one.computed && inner(one.value),
        );
      case 'Identifier':
        return this.#all(node.name, (value) => this.#isJsonValue(value, depth + 1));
      case 'MemberExpression': {
        const name = memberName(node);
        const isIndex =
          name === undefined
            ? node.property.type !== 'PrivateIdentifier' && this.isNumber(node.property)
            : isDataName(name);
        return isIndex && inner(node.object);
      }
      case 'CallExpression': {
        if (/\.json$/.test(this.#names.loaded(node) ?? '')) return true;
        const [first] = node.arguments;
        const dotted = node.callee.type === 'Super' ? undefined : this.#names.dotted(node.callee);
        if (dotted === 'JSON.parse') return node.arguments.length === 1;
        if (/^Object\.(?:keys|values|entries|fromEntries)$/.test(dotted ?? ''))
          return first !== undefined && inner(first);
        if (dotted !== undefined) return dotted === 'fs.readFileSync' && node.arguments.length === 2;
        const callee = plain(node.callee);
        if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return false;
        const method = memberName(callee) ?? '';
        if (/^(?:split|join|trim\w*|toString|toUpperCase|toLowerCase|padStart|padEnd|toFixed|substring)$/.test(method))
          return true;
        return GIVES.test(method) && inner(callee.object);
      }
      default:
        return false;
    }
  }

  isNumber(given: AnyNode, depth = 0): boolean {
    this.#count();
    if (depth > DEEP) return false;
    const node = plain(given);
    const inner = (one: AnyNode): boolean => this.isNumber(one, depth + 1);
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'number';
      case 'UpdateExpression':
        return true;
      case 'UnaryExpression':
        return /^[-+~]$/.test(node.operator);
      case 'BinaryExpression':
        return (
          /^(?:[-*/%&|^]|<<|>>>?|\*\*)$/.test(node.operator) ||
          (node.operator === '+' && inner(node.left as AnyNode) && inner(node.right))
        );
      case 'AssignmentExpression':
        return /^\+?=$/.test(node.operator) ? inner(node.right) : this.isData(node, depth + 1);
      case 'CallExpression': {
        const dotted =
          node.callee.type === 'Super'
            ? undefined
            : (this.#names.dotted(node.callee) ??
              (node.callee.type === 'Identifier' && !this.#names.has(node.callee.name) ? node.callee.name : undefined));
        return /^(?:Math\.\w+|Number|parseInt|parseFloat)$/.test(dotted ?? '');
      }
      case 'Identifier':
        return this.#all(node.name, (value) => {
          if (value.from === 'whole') return inner(value.node);
          if (value.from !== 'given' || value.part || value.at !== 1) return false;
          // A map hands its keys to `forEach`.
          return (
            /^(?:map|filter|find|findIndex|findLast|some|every|flatMap)$/.test(methodOf(value.call) ?? '') &&
            !this.hasProjects
          );
        });
      default:
        return false;
    }
  }

  #all(name: string, isFine: (value: JsValue) => boolean): boolean {
    const values = this.#names.valuesOf(name);
    return values.length > 0 && values.every(isFine);
  }

  #isDataValue(value: JsValue, depth: number): boolean {
    if (value.from === 'whole') return !isFunction(value.node) && this.isData(value.node, depth);
    if (value.from === 'name') return true;
    if (value.from === 'given' && methodOf(value.call) === 'reduce' && value.at === 0 && !value.part)
      return this.isData(value.call, depth);
    return this.#isJsonValue(value, depth);
  }

  #isJsonValue(value: JsValue, depth: number): boolean {
    if (value.from === 'any') return false;
    if (value.from === 'name') return true;
    if (value.from !== 'given') return this.isJson(value.node, depth);
    const method = methodOf(value.call) ?? '';
    const { call } = value;
    const callee = call.type === 'CallExpression' ? plain(call.callee) : undefined;
    if (callee?.type !== 'MemberExpression' || callee.object.type === 'Super') return false;
    const isElement =
      (HANDS.test(method) && (value.at === 0 || /sort/i.test(method))) || (method === 'reduce' && value.at === 1);
    return isElement && this.isJson(callee.object, depth + 1);
  }
}

function methodOf(call: AnyNode): string | undefined {
  return call.type === 'CallExpression' ? memberName(plain(call.callee)) : undefined;
}

/** A name under which data have what they have, and no method. */
function isDataName(name: string): boolean {
  return (
    !METHODS.has(name) &&
    !CALLERS.has(name) &&
    !CHANGERS.has(name) &&
    !(name in Object.prototype) &&
    !(name in Array.prototype) &&
    !(name in String.prototype) &&
    !(name in Function.prototype)
  );
}

function returnsOf(node: AnyNode): readonly (AnyNode | null | undefined)[] {
  if (isFunction(node)) return [];
  return [...(node.type === 'ReturnStatement' ? [node.argument] : []), ...childrenOf(node).flatMap(returnsOf)];
}
