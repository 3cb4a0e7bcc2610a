import { documents } from 'runtimes-data';
import { collectOutputs } from '../suite.ts';
import { MODULES } from './report-here.ts';

console.log(JSON.stringify(await collectOutputs(MODULES, documents)));
