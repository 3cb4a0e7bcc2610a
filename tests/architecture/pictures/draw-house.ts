import { drawRooms } from './draw-rooms.ts';
import { measurePackages } from './measure-packages.ts';
import { measureRooms } from './measure-rooms.ts';

/** The pictures of `docs/architecture.md`, from the imports as they are: path from the repository's root → SVG. */
export function drawHouse(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/pictures/packages.svg', drawRooms('The packages', measurePackages())],
    ['docs/pictures/core.svg', drawRooms('Rooms of @atip/core', measureRooms('packages/core/src'))],
    ['docs/pictures/node.svg', drawRooms('Rooms of @atip/node', measureRooms('packages/node/src'))],
    ['docs/pictures/server.svg', drawRooms('Rooms of @atip/companion', measureRooms('server/src'))],
    ['docs/pictures/cli.svg', drawRooms('Rooms of atip', measureRooms('packages/cli/src'))],
    ['docs/pictures/web.svg', drawRooms('Rooms of the page', measureRooms('web/src'))],
  ]);
}
