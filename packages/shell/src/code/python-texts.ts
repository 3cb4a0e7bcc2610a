import { UNKNOWN } from '@atip/core/internal';
import type { Word } from '../line/types.ts';
import type { PythonBindings, PyValue } from './python-bindings.ts';
import { argumentsOf, literalOf, piecesOf, type PyNode } from './python-tree.ts';
import { below, createLimit, joined, MAX_TEXTS, mayFitSecret } from './snippet-reading.ts';

/** Finds the texts that expressions stand for, as far as they are certain: names of files. */
export class PythonTexts {
  readonly #root: PyNode;
  readonly #names: PythonBindings;
  readonly #count = createLimit();
  readonly #args: readonly Word[];

  constructor(root: PyNode, names: PythonBindings, args: readonly Word[]) {
    this.#root = root;
    this.#names = names;
    this.#args = args;
  }

  /** Every text that a node may stand for. Undefined: nobody knows. */
  of(node: PyNode | undefined, depth = 0): readonly string[] | undefined {
    this.#count();
    if (!node || depth > 12) return undefined;
    const { type, children } = node;
    const inner = (one: PyNode | undefined): readonly string[] | undefined => this.of(one, depth + 1);
    if (type === 'String') {
      const text = literalOf(node);
      return text === undefined ? undefined : [text];
    }
    if (type === 'ContinuedString') return children.map(inner).reduce((all, one) => joined(all, one), ['']);
    if (type === 'FormatString') return this.#formatted(node, depth);
    if (type === 'ParenthesizedExpression') return inner(children[1]);
    if (type === 'ConditionalExpression') return union([inner(children[0]), inner(children[4])]);
    if (type === 'BinaryExpression') {
      const [left, operator, right] = children;
      if (operator?.text === '+') return joined(inner(left), inner(right));
      return operator?.text === '/' ? joined(inner(left), inner(right), below) : undefined;
    }
    if (type === 'VariableName') {
      const values = this.#names.valuesOf(node.text);
      if (!values || values.length === 0) return undefined;
      return union(values.map((value) => this.#ofValue(value, depth + 1)));
    }
    if (type === 'CallExpression') return this.#textsOfCall(node, depth);
    if (type === 'MemberExpression') {
      const [object, sign, property, end] = children;
      if (
        object &&
        sign?.type === '[' &&
        end?.type === ']' &&
        property?.type === 'Number' &&
        this.#names.dotted(object) === 'sys.argv'
      )
        return this.#argument(Number(property.text));
      if (property?.text === 'parent' && sign?.type === '.') return parents(inner(object));
      if (property?.text === 'path' && sign?.type === '.' && object?.type === 'VariableName')
        return this.#names.dotted(node) === undefined ? inner(object) : undefined;
    }
    return undefined;
  }

  /** True for an argument of the call, whose words are judged as those of every call. */
  isArgument(node: PyNode | undefined, depth = 0): boolean {
    if (!node || depth > 4) return false;
    if (node.type === 'VariableName') {
      const values = this.#names.valuesOf(node.text);
      const isOne = (value: PyValue): boolean =>
        (value.from === 'node' && this.isArgument(value.node, depth + 1)) ||
        (value.from === 'element' && this.#isArguments(value.node));
      return values.length > 0 && values.every(isOne);
    }
    const [object, sign, index, end] = node.children;
    if (node.type === 'CallExpression') {
      const { positional, named, isOpen } = argumentsOf(sign ?? node);
      const isPath = object !== undefined && this.#names.called(object) === 'pathlib.Path';
      return (
        isPath && !isOpen && named.size === 0 && positional.length === 1 && this.isArgument(positional[0], depth + 1)
      );
    }
    return (
      node.type === 'MemberExpression' &&
      sign?.type === '[' &&
      end?.type === ']' &&
      /^[1-9]\d*$/.test(index?.text ?? '') &&
      object !== undefined &&
      this.#names.dotted(object) === 'sys.argv'
    );
  }

  #isArguments({ type, text, children: [object] }: PyNode): boolean {
    return (
      type === 'MemberExpression' &&
      object !== undefined &&
      this.#names.dotted(object) === 'sys.argv' &&
      text.slice(object.text.length).replace(/\s/g, '') === '[1:]'
    );
  }

  #argument(at: number): readonly string[] | undefined {
    const words = this.#args;
    if (words.slice(0, at).some((word) => word.unknown)) return undefined;
    const text = words[at - 1]?.text;
    return text === undefined ? undefined : [text];
  }

  #formatted(node: PyNode, depth: number): readonly string[] | undefined {
    const pieces = piecesOf(node);
    const inner = node.children.filter(({ type }) => type === 'FormatReplacement');
    const whole = `${pieces[0] ?? ''}${pieces.at(-1) ?? ''}`;
    const [, quote = ''] = /^[a-zA-Z]*("""|'''|"|')/.exec(whole) ?? [];
    const texts = pieces.map((piece, at) =>
      (at === 0 ? piece.slice(piece.indexOf(quote) + quote.length) : piece).slice(
        0,
        at === pieces.length - 1 ? -quote.length : undefined,
      ),
    );
    if (inner.some((one) => one.children.length !== 3) || texts.some((text) => /[\\{}]/.test(text))) return undefined;
    return texts.reduce<readonly string[] | undefined>(
      (all, text, at) =>
        joined(joined(all, [text]), at < inner.length ? this.of(inner[at]?.children[1], depth + 1) : ['']),
      [''],
    );
  }

  #ofValue(value: PyValue, depth: number): readonly string[] | undefined {
    if (value.from === 'any') return undefined;
    if (value.from === 'node') return this.of(value.node, depth);
    if (value.from === 'element') return this.#elements(value.node, depth);
    const [callee, args] = value.node.children;
    const [first] = args?.type === 'ArgList' ? argumentsOf(args).positional : [];
    const over = callee && value.node.type === 'CallExpression' ? this.#names.called(callee) : undefined;
    if (over === 'enumerate' && value.at === 1 && first) return this.#elements(first, depth);
    if (over !== 'os.walk' || value.at !== 0) return undefined;
    return this.of(first, depth)?.flatMap((one) => [one, below(one, UNKNOWN)]);
  }

  /** True for names of files or directories that `os.walk` gives. */
  #isWalked(value: PyValue): boolean {
    const [callee] = value.from === 'part' && value.at > 0 ? value.node.children : [];
    return callee !== undefined && this.#names.called(callee) === 'os.walk';
  }

  #textsOfCall(node: PyNode, depth: number): readonly string[] | undefined {
    const [callee, args] = node.children;
    if (!callee || !args) return undefined;
    const { positional, named, isOpen } = argumentsOf(args);
    if (isOpen || named.size > 0) return undefined;
    const dotted = this.#names.called(callee);
    const inner = (one: PyNode | undefined): readonly string[] | undefined => this.of(one, depth + 1);
    if (dotted === 'pathlib.Path.home') return ['~'];
    if (dotted === 'pathlib.Path.cwd' || dotted === 'os.getcwd') return ['.'];
    if (dotted === 'pathlib.Path' || dotted === 'pathlib.PurePath' || dotted === 'os.path.join')
      return positional.length === 0
        ? ['.']
        : positional.map(inner).reduce((all, one) => joined(all, one, below), ['']);
    if (
      dotted === 'str' ||
      dotted === 'os.fspath' ||
      /^os\.path\.(?:abspath|realpath|normpath|expanduser)$/.test(dotted ?? '')
    )
      return inner(positional[0]);
    if (dotted === 'os.path.dirname') return parents(inner(positional[0]));
    if (callee.type !== 'MemberExpression' || callee.children[1]?.type !== '.') return undefined;
    const method = callee.children[2]?.text ?? '';
    if (/^(?:resolve|absolute|expanduser|as_posix)$/.test(method)) return inner(callee.children[0]);
    return method === 'joinpath'
      ? [callee.children[0], ...positional].map(inner).reduce((all, one) => joined(all, one, below))
      : undefined;
  }

  /** Every text that may be in what a loop goes through. */
  #elements(node: PyNode, depth: number): readonly string[] | undefined {
    this.#count();
    if (depth > 12) return undefined;
    const { type, children } = node;
    if (type === 'ArrayExpression' || type === 'TupleExpression' || type === 'SetExpression') {
      const items = children.filter((child) => !/^[()[\]{},]$/.test(child.type));
      if (items.length > MAX_TEXTS || items.some((item) => item.type === '*')) return undefined;
      return union(items.map((item) => this.of(item, depth + 1)));
    }
    if (type === 'VariableName') {
      const values = this.#names.valuesOf(node.text);
      const [only] = values;
      if (values.length !== 1 || !only || this.#isChanged(node.text)) return undefined;
      if (this.#isWalked(only)) return [`./${UNKNOWN}`];
      return only.from === 'node' ? this.#elements(only.node, depth + 1) : undefined;
    }
    if (this.#isArguments(node)) {
      const words = this.#args;
      return words.some((word) => word.unknown) ? undefined : words.map(({ text }) => text);
    }
    if (type !== 'CallExpression') return undefined;
    const [callee, args] = children;
    if (!callee || !args) return undefined;
    const given = argumentsOf(args);
    const dotted = this.#names.called(callee);
    const [first] = given.positional;
    if (/^(?:sorted|list|reversed|set|tuple)$/.test(dotted ?? '')) return first && this.#elements(first, depth + 1);
    if (dotted === 'os.listdir') return [`./${UNKNOWN}`];
    if (dotted === 'os.scandir') return (first ? this.of(first, depth + 1) : ['.'])?.map((one) => below(one, UNKNOWN));
    if (dotted === 'glob.glob' || dotted === 'glob.iglob') {
      const patterns = this.of(first, depth + 1);
      return patterns?.some((one) => mayFitSecret(one)) ? undefined : patterns?.map(openStars);
    }
    const method =
      callee.type === 'MemberExpression' && callee.children[1]?.type === '.' && dotted === undefined
        ? callee.children[2]?.text
        : undefined;
    if (method === 'iterdir') return this.of(callee.children[0], depth + 1)?.map((one) => below(one, UNKNOWN));
    if (method === 'glob' || method === 'rglob')
      return this.globbed(callee.children[0], first, method === 'rglob', depth + 1);
    return undefined;
  }

  globbed(
    base: PyNode | undefined,
    pattern: PyNode | undefined,
    isDeep: boolean,
    depth = 0,
  ): readonly string[] | undefined {
    const patterns = this.of(pattern, depth);
    // Here a star fits a leading dot, too.
    const isOpen = patterns?.some(
      (one) => mayFitSecret(one) || mayFitSecret(one.replace(/(?<![^/])[*?](?=[^./]*$)/, '.*')),
    );
    const opened = patterns?.map((one) => openStars(isDeep ? `**/${one}` : one));
    if (isOpen || opened?.some((one) => one.includes('..') || one.startsWith('/'))) return undefined;
    return joined(this.of(base, depth), opened, below);
  }

  /** True unless a list is only gone through and shown. */
  #isChanged(name: string): boolean {
    const uses = usesOf(this.#root, name);
    return !uses.every(({ parent, from }) => {
      if (!parent) return false;
      if (parent.type === 'AssignStatement') return parent.children[0]?.from === from;
      if (parent.type === 'ForStatement' && this.#names.valuesOf(name).every((value) => value.from === 'part'))
        return true;
      const at = parent.children.findIndex((one) => one.from === from && one.type === 'VariableName');
      if (parent.children[at - 1]?.type === 'in') return true;
      const callee = parent.type === 'ArgList' ? parent.parent?.children[0] : undefined;
      return (
        callee !== undefined && /^(?:len|print|sorted|enumerate)$/.test(callee.text) && !this.#names.has(callee.text)
      );
    });
  }
}

function union(all: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const texts = all.flatMap((one) => one ?? []);
  return all.every((one) => one !== undefined) && texts.length <= MAX_TEXTS ? texts : undefined;
}

/** Every sign of a glob stands for any text. */
function openStars(pattern: string): string {
  const open = pattern.replace(/\*+(?:\/\*+)*|\?|\[[^\]]*\]?/g, UNKNOWN);
  return open.startsWith(UNKNOWN) ? `./${open}` : open;
}

/** The directories around paths. Undefined: a last step that is not known may have several. */
function parents(paths: readonly string[] | undefined): readonly string[] | undefined {
  if (paths?.some((path) => path.includes(UNKNOWN) || path.endsWith('..'))) return undefined;
  return paths?.map((path) => path.replace(/\/?[^/]*$/, '') || (path.startsWith('/') ? '/' : '.'));
}

function usesOf(node: PyNode, name: string): readonly PyNode[] {
  const own = node.type === 'VariableName' && node.text === name ? [node] : [];
  return [...own, ...node.children.flatMap((child) => usesOf(child, name))];
}
