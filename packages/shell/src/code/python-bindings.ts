import { BUILTINS, MODULES } from './python-names.ts';
import { type PyNode, rootOf, split, splitAt } from './python-tree.ts';
import { stop } from './snippet-reading.ts';

/** The meaning of a name: a module or something in it, or values. */
interface Binding {
  /** `os.path`. */
  readonly module?: string;
  readonly values: PyValue[];
}

/** `element`: one of what the node holds, as in a loop. `part`: a part of such a one. `any`: nobody knows. */
export type PyValue =
  | { readonly from: 'node'; readonly node: PyNode }
  | { readonly from: 'element'; readonly node: PyNode }
  | { readonly from: 'part'; readonly node: PyNode; readonly at: number }
  | { readonly from: 'any' };

/** Built-in names that are not read: before its definition, a name of the code is the built-in one. */
const UNREAD =
  /^__|^(?:open|type|getattr|setattr|delattr|eval|exec|compile|input|vars|globals|locals|breakpoint|help|super|classmethod|staticmethod|property|aiter|anext|raw_input|execfile|reload|apply|exit|quit)$/;

/** The meanings of all names of a piece of code. A name has one meaning in all of it, whatever its scope. */
export class PythonBindings {
  readonly #bindings = new Map<string, Binding>();
  readonly #note: (module: string, name?: string) => void;

  /** @param note is told of each import */
  constructor(root: PyNode, note: (module: string, name?: string) => void) {
    this.#note = note;
    this.#bind(root);
    for (const [name, { module, values }] of this.#bindings) {
      if (module !== undefined && values.length > 0) stop(`gives ${name} two meanings`);
      const isOwn = values.length > 0 && /^(?:print|str|repr)$/.test(name);
      if (isOwn || (UNREAD.test(name) && module !== `sys.${name}`)) stop(`gives ${name} another meaning`);
    }
  }

  has(name: string): boolean {
    return this.#bindings.has(name);
  }

  moduleOf(name: string): string | undefined {
    return this.#bindings.get(name)?.module;
  }

  valuesOf(name: string): readonly PyValue[] {
    return this.#bindings.get(name)?.values ?? [];
  }

  /** The dotted name of something that the code imports, with the name of its module: `os.path.join`. */
  dotted(node: PyNode): string | undefined {
    if (node.type === 'VariableName') return this.moduleOf(node.text);
    if (node.type !== 'MemberExpression' || node.children[2]?.type !== 'PropertyName') return undefined;
    const [object] = node.children;
    const before = object && this.dotted(object);
    return before === undefined ? undefined : `${before}.${node.children[2].text}`;
  }

  /** The same for the function of a call; a built-in function has its own name. */
  called(callee: PyNode): string | undefined {
    const isBuiltIn = callee.type === 'VariableName' && !this.#bindings.has(callee.text);
    return isBuiltIn ? callee.text : this.dotted(callee);
  }

  #bind(node: PyNode): void {
    const { type, children } = node;
    if (type === 'ImportStatement') this.#bindImport(node);
    else if (type === 'AssignStatement') this.#bindAssignment(node);
    else if (type === 'UpdateStatement') this.#bindTarget(children[0], { from: 'any' });
    else if (type === 'NamedExpression') this.#bindTarget(children[0], valueAt(children[2]));
    else if (type === 'FunctionDefinition') this.#bindName(children[1], { from: 'any' });
    else if (type === 'ForStatement' || type === 'ArgList' || type.includes('Comprehension')) this.#bindLoops(node);
    else if (type === 'WithStatement' || type === 'TryStatement') this.#bindAs(node);
    else if (type === 'ParamList') this.#bindParameters(node);
    else if (type === 'DeleteStatement') for (const child of children.slice(1)) this.#checkTarget(child);
    for (const child of children) this.#bind(child);
  }

  #bindImport(node: PyNode): void {
    const words = node.children;
    const at = words.findIndex(({ type }) => type === 'import');
    if (words[0]?.type === 'from') {
      const from = words
        .slice(1, at)
        .map(({ text }) => text)
        .join('');
      if (from.startsWith('.')) stop('imports from beside itself');
      for (const item of split(words.slice(at + 1).filter(({ type }) => type !== '(' && type !== ')'))) {
        const [name, as, other] = item;
        if (name?.type !== 'VariableName') stop('imports all of a module');
        this.#note(from, name.text);
        this.#bindModule((as ? other : name)?.text, `${from}.${name.text}`);
      }
      return;
    }
    for (const item of split(words.slice(1))) {
      const as = item.findIndex(({ type }) => type === 'as');
      const module = item
        .slice(0, as < 0 ? undefined : as)
        .map(({ text }) => text)
        .join('');
      this.#note(module);
      const [root = ''] = module.split('.');
      if (as < 0) this.#bindModule(root, root);
      else this.#bindModule(item[as + 1]?.text, module);
    }
  }

  #bindModule(name: string | undefined, module: string): void {
    if (name === undefined) stop('has an import that is not understood');
    const known = this.#bindings.get(name);
    if (known && known.module !== module) stop(`gives ${name} two meanings`);
    if (BUILTINS.has(name) && !MODULES.get(module.slice(0, module.lastIndexOf('.')))?.has(name) && name !== module)
      stop(`gives ${name} another meaning`);
    if (!known) this.#bindings.set(name, { module, values: [] });
  }

  #bindName(node: PyNode | undefined, value: PyValue): void {
    if (node?.type !== 'VariableName') stop('assigns to something that is not a name');
    const known = this.#bindings.get(node.text);
    if (known) known.values.push(value);
    else this.#bindings.set(node.text, { values: [value] });
  }

  /** Names get the value; parts of it where a tuple takes it apart. */
  #bindTarget(target: PyNode | undefined, value: PyValue): void {
    if (!target) stop('has an assignment that is not understood');
    if (target.type === 'VariableName') this.#bindName(target, value);
    else if (/^(?:Tuple|Array|Parenthesized)Expression$/.test(target.type)) {
      const parts = target.children.filter(({ type }) => !/^[()[\],*]$/.test(type));
      parts.forEach((part, at) => {
        this.#bindTarget(part, partOf(value, at));
      });
    } else this.#checkTarget(target);
  }

  /** An item of a list or a dictionary may be changed; an attribute may be what others call. */
  #checkTarget(target: PyNode): void {
    if (target.type === 'MemberExpression' && target.children[1]?.type === '[') {
      const root = rootOf(target);
      if (root.type === 'VariableName' && this.moduleOf(root.text) !== undefined) stop(`changes ${root.text}`);
      return;
    }
    if (target.type === 'MemberExpression') stop(`changes the attribute ${target.text.slice(-40)}`);
    if (target.type === ',' || target.type === 'VariableName' || target.type === '(' || target.type === ')') return;
    stop('has an assignment that is not understood');
  }

  #bindAssignment({ children }: PyNode): void {
    const parts = splitAt(children, ({ type }) => type === 'AssignOp');
    const value = parts.at(-1) ?? [];
    const isOne = value.length === 1;
    for (const targets of parts.slice(0, -1)) {
      const names = targets.filter(({ type }) => type !== ',' && type !== 'TypeDef' && type !== '*');
      const isWhole = names.length === 1 && !targets.some(({ type }) => type === ',' || type === '*');
      const pairs = value.filter(({ type }) => type !== ',');
      names.forEach((name, at) => {
        if (isWhole) this.#bindTarget(name, isOne ? valueAt(value[0]) : { from: 'any' });
        else
          this.#bindTarget(
            name,
            pairs.length === names.length && !targets.some(({ type }) => type === '*')
              ? valueAt(pairs[at])
              : { from: 'any' },
          );
      });
    }
    if (parts.length === 1)
      for (const name of children.filter(({ type }) => type === 'VariableName'))
        this.#bindTarget(name, { from: 'any' });
  }

  #bindLoops({ type, children }: PyNode): void {
    children.forEach((child, at) => {
      if (child.type !== 'for') return;
      const rest = children.slice(at + 1);
      const inAt = rest.findIndex((one) => one.type === 'in');
      const targets = rest.slice(0, inAt).filter((one) => one.type !== ',');
      const behind = rest.slice(inAt + 1);
      const end = behind.findIndex((one) => /^(?:Body|if|for|[\])},])$/.test(one.type));
      const over = behind.slice(0, end < 0 ? undefined : end);
      const [node] = over;
      const value: PyValue = node && over.length === 1 ? { from: 'element', node } : { from: 'any' };
      if (inAt < 0) stop(`has a ${type} that is not understood`);
      if (targets.length === 1 && rest[1]?.type === 'in') this.#bindTarget(targets[0], value);
      else for (const [index, target] of targets.entries()) this.#bindTarget(target, partOf(value, index));
    });
  }

  #bindAs({ children }: PyNode): void {
    children.forEach((child, at) => {
      if (child.type === 'as') this.#bindTarget(children[at + 1], { from: 'any' });
    });
  }

  #bindParameters({ children }: PyNode): void {
    let isDefault = false;
    for (const child of children) {
      if (child.type === 'AssignOp') isDefault = true;
      else if (child.type === ',') isDefault = false;
      else if (child.type === 'VariableName' && !isDefault) this.#bindName(child, { from: 'any' });
    }
  }
}

function valueAt(node: PyNode | undefined): PyValue {
  return node ? { from: 'node', node } : { from: 'any' };
}

/** The part of an element that a tuple takes. */
function partOf(value: PyValue, at: number): PyValue {
  return value.from === 'element' ? { from: 'part', node: value.node, at } : { from: 'any' };
}
