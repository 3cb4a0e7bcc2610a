// Set up before each test file: a property that names no number tries 100 cases in the long run. `npm test` has one seed, so that
// it is red for who broke something and for nobody else.
import fc from 'fast-check';
import { cases, IS_LONG } from './long.ts';

const numRuns = cases(100);
fc.configureGlobal(IS_LONG ? { numRuns } : { numRuns, seed: 42 });
