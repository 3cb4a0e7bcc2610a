import { type Command, forEachChild, type SyntaxNode } from 'unbash';
import { type Reading, report, type Scope } from './reading.ts';

const MAX_DESCRIPTOR = 2 ** 31 - 1;

/** Reports text that bash and the parser split into words differently. */
export function checkSplitting(command: Command, scope: Scope, reading: Reading): void {
  const { prefix, name, suffix, redirects } = command;
  const nodes = [...prefix, ...(name ? [name] : []), ...suffix, ...redirects].sort((one, other) => one.pos - other.pos);
  nodes.forEach((node, index) => {
    const next = nodes[index + 1];
    // `<(a)b` is one word for bash, `out<(a)` too.
    const isTouched = next?.pos === node.end && (next.type === 'Word' || next.type === 'Assignment');
    if (isTouched) unread(node, next.end, 'Two words stand without a space between them.', scope, reading);
  });
  for (const redirect of redirects) {
    const { pos, end, operator, descriptor } = redirect;
    const target = 'target' in redirect ? redirect.target : undefined;
    // `>&-y` closes a descriptor and begins a word; `99999999999>out` is a word.
    const isCut = operator.endsWith('&') && target !== undefined && /^(?:\d*-.|\d+[^\d-])/.test(target.text);
    const isTooLarge = descriptor?.type === 'FileDescriptor' && descriptor.value > MAX_DESCRIPTOR;
    if (isCut || isTooLarge) unread({ pos }, end, 'A file descriptor of a redirect is not understood.', scope, reading);
  }
}

/**
 * Reports a here-document in `$( )` or `<( )` that is followed by a semicolon.
 *
 * Bash 5.2 reads such a command, writes it out again and reads that: `$(cat <<A; rm x; rm y` becomes `rm x rm y`.
 */
export function checkRewritten(node: SyntaxNode & { readonly text: string }, scope: Scope, reading: Reading): void {
  if (node.text.startsWith('`') || !/<<[^<]/.test(node.text) || !node.text.includes(';')) return;
  const bodies: string[] = [];
  let first: number | undefined;
  const stack: SyntaxNode[] = [node];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (one.type === 'HereDoc') {
      first = Math.min(first ?? one.pos, one.pos);
      bodies.push(one.body.text);
    }
    forEachChild(one, (child) => stack.push(child));
  }
  if (first === undefined) return;
  let behind = node.text.slice(Math.max(0, first - node.pos));
  for (const body of bodies) behind = behind.replace(body, '');
  if (behind.includes(';'))
    unread(node, node.end, 'Bash loses semicolons behind a here-document in a substitution.', scope, reading);
}

function unread({ pos }: { readonly pos: number }, end: number, why: string, scope: Scope, reading: Reading): void {
  report(reading, 'UNREAD', why, scope.span(pos, end));
}
