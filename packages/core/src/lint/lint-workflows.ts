import { joinPointer } from '../json/pointer.ts';
import type { Lint } from './lint.ts';

/** `{branch}`, and neither a shell's `${branch}`, git's `@{1}` nor a template's `{{branch}}`. */
const VARIABLE = /(?<![$@{])\{([a-z_][\w-]*)\}/gi;

/** Checks authentication, and the variables of patterns. @see ATIP 0.3 §3.8, §3.9 */
export function lintWorkflows(lint: Lint): void {
  const { authentication, patterns = [] } = lint.tool;
  if (authentication?.required && !authentication.methods?.length) lint.report('missing-methods', '/authentication');
  for (const [index, { steps, variables = {} }] of patterns.entries()) {
    const at = joinPointer('/patterns', index);
    const declared = new Set(Object.keys(variables));
    const unused = new Set(declared);
    for (const [step, { command }] of steps.entries()) {
      for (const [, name = ''] of command.matchAll(VARIABLE)) {
        unused.delete(name);
        if (!declared.has(name)) lint.report('undeclared-variable', `${at}/steps/${step}/command`, name);
        declared.add(name);
      }
    }
    for (const name of unused) lint.report('unused-variable', joinPointer(at, 'variables', name), '', undefined, 'key');
  }
}
