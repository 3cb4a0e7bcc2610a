// `ATIP_CASES=5000 npx vitest run FILE` tries as many cases of each property that names no number of its own.
import fc from 'fast-check';

fc.configureGlobal({ numRuns: Number(process.env['ATIP_CASES']) });
