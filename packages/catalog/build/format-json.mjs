const LINE_WIDTH = 120;

/**
 * Prints JSON as the formatter does: a value that fits stays on one line, anything else is indented by two.
 *
 * The outermost object always takes several lines.
 *
 * @param width maximum characters of a line
 */
export function formatJson(value, width = LINE_WIDTH) {
  return `${spread(value, 0, width)}\n`;
}

function print(value, indent, used, width) {
  const line = inline(value);
  return indent + used + line.length + 1 <= width ? line : spread(value, indent, width);
}

function spread(value, indent, width) {
  const inner = ' '.repeat(indent + 2);
  const outer = ' '.repeat(indent);
  if (Array.isArray(value)) {
    const items = value.map((item) => inner + print(item, indent + 2, 0, width));
    return `[\n${items.join(',\n')}\n${outer}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, member]) => {
      const head = `${JSON.stringify(key)}: `;
      return inner + head + print(member, indent + 2, head.length, width);
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
