import { type Given, literalOf, type PyNode } from './python-tree.ts';
import { stop } from './snippet-reading.ts';

/** Functions of pandas and NumPy that read a file, or an address. */
export const FRAME_READERS: RegExp = /^(?:pandas\.read_(?:csv|table|fwf|json)|numpy\.(?:loadtxt|genfromtxt))$/;

/** True for a function that returns a frame of pandas. */
export function makesFrame(dotted: string): boolean {
  return dotted === 'pandas.DataFrame' || (dotted.startsWith('pandas.') && FRAME_READERS.test(dotted));
}

export const SETS_OPTION = 'pandas.set_option';

/** Methods that sum up columns, by the name of any function of pandas or NumPy. */
const SUMMING = /^(?:agg|aggregate|transform|pivot_table)$/;
const SUMMARIES =
  /^(?:mean|median|sum|count|min|max|std|var|sem|size|nunique|first|last|prod|idxmin|idxmax|any|all|cumsum)$/;
/** Methods that return a frame as a text where they are given no file, and what says how. */
const WRITERS = /^to_(?:string|csv|json|markdown)$/;
const WRITTEN_HOW =
  /^(?:index|header|sep|orient|indent|na_rep|float_format|columns|lines|date_format|max_rows|max_cols|justify|floatfmt|tablefmt)$/;

/** False for an address: a sign in its first step may make it one. */
export function isLocalFile(path: string): boolean {
  return /^[\w.@ -]*(?:\/|$)/.test(path);
}

/** Stops at an option of pandas that may load code. */
export function checkOption({ positional: [name, ...more], isOpen }: Given): void {
  if (more.length !== 1 || isOpen || !/^display\.[\w.]+$/.test((name && literalOf(name)) ?? ''))
    stop('sets an option of pandas that is not only about what it shows');
}

/** True for a method of frames that depends on what it is called with. Stops where that may do more than compute. */
export function isFrameMethod(name: string, { positional, named, isOpen }: Given): boolean {
  if (SUMMING.test(name)) {
    const isPivot = name === 'pivot_table';
    const by = isPivot ? [named.get('aggfunc')] : positional.length > 0 ? positional : [...named.values()].map(partOf);
    const isKnown = by.every((one) => one === undefined || isSummary(one));
    if (isOpen || positional.length > (isPivot ? 3 : 1) || !isKnown)
      stop(`calls ${name}() with a function that is not known`);
    return true;
  }
  if (name === 'apply' || name === 'map') {
    if (positional.length !== 1 || positional[0]?.type !== 'LambdaExpression' || isOpen)
      stop(`calls ${name}() with a function that is not known`);
    return true;
  }
  if (!WRITERS.test(name)) return false;
  if (positional.length > 0 || isOpen || ![...named.keys()].every((key) => WRITTEN_HOW.test(key)))
    stop(`calls ${name}(), which may write a file`);
  return true;
}

/** True for names of functions that only compute, and for functions of the code. */
function isSummary(node: PyNode): boolean {
  const { type, children } = node;
  if (type === 'String') return SUMMARIES.test(literalOf(node) ?? '');
  if (type === 'ArrayExpression') return children.every((child) => /^[[\],]$/.test(child.type) || isSummary(child));
  if (type === 'DictionaryExpression')
    return children.every((child, at) => child.type !== '**' && (children[at - 1]?.type !== ':' || isSummary(child)));
  return type === 'LambdaExpression';
}

/** The function in `worst=('ms', 'max')`. */
function partOf(node: PyNode): PyNode {
  return node.type === 'TupleExpression' && node.children.length === 5 ? (node.children[3] ?? node) : node;
}
