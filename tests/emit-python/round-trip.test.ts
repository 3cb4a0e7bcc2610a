// needs: python3, python3-click
import { expect, test } from 'vitest';
import { roundTrips } from './round-trip.ts';

/** `ATIP_CASES=2000 npx vitest run tests/emit-python/round-trip.test.ts` makes more of them. */
const CASES = Number(process.env['ATIP_CASES'] ?? '200');

test.each(['argparse', 'click'] as const)(
  '%s: the program gets every value that was asked for, and none is refused',
  { timeout: 300_000 },
  (framework) => {
    const trips = roundTrips(framework, 'a seed', CASES);
    expect(trips.filter(({ state }) => state !== 'same')).toStrictEqual([]);
    expect(trips.length).toBe(CASES);
  },
);
