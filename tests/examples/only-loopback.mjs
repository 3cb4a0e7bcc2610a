// Loaded before an example (`node --import`): whatever wants to reach another machine ends the process, with its address.
import { Socket } from 'node:net';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const { connect } = Socket.prototype;

Socket.prototype.connect = function connectOnlyHere(...args) {
  const [target] = args.flat();
  const host = typeof target === 'object' ? (target.path ?? target.host ?? 'localhost') : (args[1] ?? 'localhost');
  if (!LOOPBACK.has(host)) {
    process.stderr.write(`only-loopback: ${host} was asked for\n`);
    process.exit(97);
  }
  return connect.apply(this, args);
};
