const LINE_WIDTH = 120;

/**
 * Prints JSON as the formatter does: what fits on a line stands on one line, everything else is indented by two.
 *
 * The outermost object is always spread out.
 */
export function formatJson(value) {
  return `${spread(value, 0)}\n`;
}

function print(value, indent, used) {
  const line = inline(value);
  return indent + used + line.length + 1 <= LINE_WIDTH ? line : spread(value, indent);
}

function spread(value, indent) {
  const inner = ' '.repeat(indent + 2);
  const outer = ' '.repeat(indent);
  if (Array.isArray(value)) {
    const items = value.map((item) => inner + print(item, indent + 2, 0));
    return `[\n${items.join(',\n')}\n${outer}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, member]) => {
      const head = `${JSON.stringify(key)}: `;
      return inner + head + print(member, indent + 2, head.length);
    });
    return `{\n${members.join(',\n')}\n${outer}}`;
  }
  return JSON.stringify(value);
}

function inline(value) {
  if (Array.isArray(value)) {
    return `[${value.map(inline).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return JSON.stringify(value);
}
