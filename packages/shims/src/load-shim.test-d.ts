// The document of a known name is there, and of any other text it may be absent. Nothing here runs: `tsc -b` is the test.
import { expectTypeOf, test } from 'vitest';
import { loadShim } from './load-shim.ts';
import type { ShimTool } from './shim-tool.ts';

declare const anyText: string;

test('a known name needs no check, and any other text does', () => {
  expectTypeOf(loadShim('git')).resolves.toEqualTypeOf<ShimTool>();
  expectTypeOf(loadShim(anyText)).resolves.toEqualTypeOf<ShimTool | undefined>();
});
