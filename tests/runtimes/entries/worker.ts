import { reportHere } from './report-here.ts';

export default {
  async fetch(): Promise<Response> {
    return Response.json(await reportHere());
  },
};
