import type { AnyNode } from 'acorn';
import { UNKNOWN } from '@atip/core/internal';
import type { JavaScriptBindings } from './javascript-bindings.ts';
import { memberName, plain } from './javascript-tree.ts';
import { below, createLimit, joined } from './snippet-reading.ts';

/** Finds the texts that expressions stand for, as far as they are certain: names of files. */
export class JavaScriptTexts {
  readonly #names: JavaScriptBindings;
  readonly #count = createLimit();

  constructor(names: JavaScriptBindings) {
    this.#names = names;
  }

  /** True for an argument of the call, whose words are judged as those of every call. */
  isArgument(node: AnyNode, depth = 0): boolean {
    const dotted = this.#names.dotted(node);
    if (dotted !== undefined) return /^process\.argv\.[1-9]\d*$/.test(dotted);
    if (node.type !== 'Identifier' || depth > 3) return false;
    const values = this.#names.valuesOf(node.name);
    return (
      values.length > 0 && values.every((value) => value.from === 'whole' && this.isArgument(value.node, depth + 1))
    );
  }

  /** Every text that an expression may be. Undefined: nobody knows. */
  of(given: AnyNode, depth = 0): readonly string[] | undefined {
    const node = plain(given);
    this.#count();
    if (depth > 10) return undefined;
    const inner = (one: AnyNode): readonly string[] | undefined => this.of(one, depth + 1);
    if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : undefined;
    if (node.type === 'BinaryExpression')
      return node.operator === '+' ? joined(inner(node.left as AnyNode), inner(node.right)) : undefined;
    if (node.type === 'TemplateLiteral')
      return node.quasis.reduce<readonly string[] | undefined>(
        (all, { value }, at) => {
          const behind = node.expressions[at];
          return joined(joined(all, value.cooked == null ? undefined : [value.cooked]), behind ? inner(behind) : ['']);
        },
        [''],
      );
    if (node.type === 'Identifier') {
      if (node.name === '__dirname') return ['.'];
      const values = this.#names.valuesOf(node.name);
      const all = values.map((value) =>
        value.from === 'whole'
          ? inner(value.node)
          : value.from === 'element'
            ? this.#elements(value.node, depth + 1)
            : value.from === 'given' && !value.part && value.at === 0
              ? this.#handed(value.call, depth + 1)
              : undefined,
      );
      return all.length > 0 && all.every((one) => one !== undefined) ? all.flatMap((one) => one ?? []) : undefined;
    }
    if (node.type !== 'CallExpression') return undefined;
    const dotted = this.#names.dotted(node.callee as AnyNode);
    if (dotted === 'path.join' || dotted === 'path.resolve')
      return node.arguments.map(inner).reduce((all, one) => joined(all, one, below), ['']);
    if (dotted === 'os.homedir') return ['~'];
    return dotted === 'process.cwd' ? ['.'] : undefined;
  }

  /** The texts that `forEach` and its like hand to a function. */
  #handed(call: AnyNode, depth: number): readonly string[] | undefined {
    const callee = call.type === 'CallExpression' ? plain(call.callee as AnyNode) : undefined;
    if (
      callee?.type !== 'MemberExpression' ||
      !/^(?:map|filter|forEach|flatMap|some|every|find)$/.test(memberName(callee) ?? '')
    )
      return undefined;
    return this.#elements(callee.object as AnyNode, depth);
  }

  #elements(given: AnyNode, depth: number): readonly string[] | undefined {
    const node = plain(given);
    this.#count();
    if (depth > 10) return undefined;
    if (node.type === 'ArrayExpression') {
      const all = node.elements.map((one) => (one ? this.of(one, depth + 1) : undefined));
      return all.every((one) => one !== undefined) ? all.flatMap((one) => one ?? []) : undefined;
    }
    if (node.type !== 'CallExpression') return undefined;
    const dotted = this.#names.dotted(node.callee as AnyNode);
    if (dotted === 'fs.readdirSync') return node.arguments.length === 1 ? [`./${UNKNOWN}`] : [`./${UNKNOWN}`];
    const callee = plain(node.callee as AnyNode);
    const isSame =
      callee.type === 'MemberExpression' && /^(?:filter|slice|sort|toSorted)$/.test(memberName(callee) ?? '');
    return isSame ? this.#elements(callee.object as AnyNode, depth + 1) : undefined;
  }
}
