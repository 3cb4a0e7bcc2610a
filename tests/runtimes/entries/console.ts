import { reportHere } from './report-here.ts';

console.log(JSON.stringify(await reportHere()));
