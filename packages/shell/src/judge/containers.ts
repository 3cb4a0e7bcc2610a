import { foldPath, UNKNOWN } from '@atip/core/internal';
import { directoryOf } from '../line/patterns.ts';
import type { LinePart, LineReading } from '../line/types.ts';
import { IN_CONTAINER } from '../read/reading.ts';
import type { CheckLineSettings, PartContext } from './context.ts';
import { LineLosses } from './file-losses.ts';
import { listedSecret } from './listed-secrets.ts';
import { isBelow, LinePaths, startsOf } from './paths.ts';
import { LineVariables } from './printed-variables.ts';
import { LineProcesses } from './processes.ts';
import { viewOf } from './project-view.ts';
import { ELSEWHERE, filesOf } from './script-files.ts';

/** The facts about a place where parts of a line run. */
export type ContainerContext = Pick<PartContext, 'settings' | 'paths' | 'losses' | 'variables' | 'processes'>;

/**
 * The surroundings of what runs in a container. No fact about this machine holds there: every file may exist, nothing brings one back,
 * nobody knows the environment and the processes.
 *
 * Code in it is the project's, as the container of a service that a compose file describes has it. Only a package of Node that a
 * runner would download elsewhere has to be installed here.
 */
export function inContainer(reading: LineReading, { installed, cwd = '' }: CheckLineSettings): ContainerContext {
  const settings: CheckLineSettings = {
    cwd: START,
    home: '/root',
    writable: [],
    project: {
      whyForeign: (directory) =>
        WRITTEN_BY_ALL.test(directory) ? 'where any program of the container writes' : undefined,
      fetched: [],
      root: START,
      fileAt: () => 'own',
    },
    installed: (query) => {
      const { path = START, isModule } = query;
      if ((path !== START || isModule === true) && !WRITTEN_BY_ALL.test(foldPath(path))) return { is: 'installed' };
      const found = query.packages === 'node' ? installed?.({ ...query, directory: cwd }) : undefined;
      return found ?? { is: 'missing', why: 'the programs installed in the container are unknown' };
    },
  };
  const paths = new LinePaths(reading, settings, listedSecret);
  return {
    settings,
    paths,
    losses: new LineLosses([], settings),
    variables: new LineVariables(reading, settings, paths),
    processes: new LineProcesses(reading, settings),
  };
}

const WRITTEN_BY_ALL = /^\/(?:tmp|var\/tmp|dev|proc|run)(?:\/|$)/;

/** Stands for the directory in which a container starts its commands. */
const START = '/container';

/** A part of a container in its own surroundings: the directory in which it starts is a known one there. */
export function located(part: LinePart): LinePart {
  const { directories, elsewhere } = part;
  const own = (place: NonNullable<LinePart['directories']>) => place.filter((word) => word !== IN_CONTAINER);
  return { ...part, directories: directories && own(directories), elsewhere: elsewhere?.map(own) };
}

/** The reasons of a part in a container, as people read them. */
export function saidOfContainer(reasons: readonly string[]): readonly string[] {
  return reasons.map((one) =>
    one
      .replaceAll(/, (?:perhaps )?outside the directories open for writing/g, ', in a container')
      .replaceAll(`${START}/`, ''),
  );
}

const DESCRIPTIONS = ['compose', 'docker-compose'].flatMap((name) =>
  ['', '.override'].flatMap((more) => [`${name}${more}.yaml`, `${name}${more}.yml`]),
);

/**
 * The compose files that describe the service of a call, as links lead to them.
 *
 * @param given the files that the call names; none: those that docker looks for from its directory on upwards
 * @returns why they are not known to be the project's, to complete "docker compose exec …"
 */
export function describedBy(
  given: readonly string[],
  part: LinePart,
  settings: CheckLineSettings,
): { readonly files: readonly string[]; readonly why?: string | undefined } {
  if (part.words.slice(1, part.innerFrom).some(({ text }) => ELSEWHERE.test(text)))
    return { files: [], why: 'enters a container whose description is unknown' };
  const names = given.length > 0 ? given : startsOf(part, settings).flatMap((start) => usual(start, settings) ?? ['']);
  const found = names.map((text) => (text === '' ? undefined : filesOf({ text }, part, settings)));
  if (found.length === 0 || found.includes(undefined))
    return { files: [], why: 'enters a container that no compose file of this project describes' };
  const other = found.find((one) => one?.why !== undefined);
  if (other) return { files: [], why: `enters a container that ${other.value} describes, ${other.why}` };
  return { files: found.flatMap((one) => one?.files ?? []) };
}

/** The compose files in the nearest directory that has some, in the project. */
function usual(start: string, settings: CheckLineSettings): readonly string[] | undefined {
  const { root } = viewOf(settings);
  for (
    let at = foldPath(start);
    root !== undefined && !at.includes(UNKNOWN) && isBelow(at, root);
    at = directoryOf(at)
  ) {
    const found = DESCRIPTIONS.map((name) => `${at}/${name}`).filter((path) => settings.isThere?.(path) === true);
    if (found.length > 0) return found;
    if (at === '/') break;
  }
  return undefined;
}
