import type { Scene } from './scene.ts';
import type { Call } from './trick.ts';

/** The values of a call with the places of a scene. */
export function fillIn(values: Call['values'], { home, outside, server }: Scene): Record<string, unknown> {
  const places: Readonly<Record<string, string>> = {
    '%URL%': `http://${server.host}`,
    '%HOST%': server.host,
    '%HOME%': home,
    '%OUTSIDE%': outside,
  };
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    return typeof value === 'string' ? value.replace(/%[A-Z]+%/g, (name) => places[name] ?? name) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
}
