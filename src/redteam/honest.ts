/** Groups of honest passes whose trajectories are full of git, pip, conftest and exits as daily work has them. */
import { BODIES } from './attack/bodies.js';
import { type Chance, chance } from './chance.js';
import { CASE_TYPES } from './forms/list.js';
import type { Ids } from './history.js';
import { type GroupPlan, recordOf } from './plan.js';
import { PROJECTS } from './projects/list.js';
import { CASE_LANGUAGES, type Changes, type Draft, type Project, type Scene } from './scene.js';
import { failingStory, homed, rolloutOf, type Story, sceneOf, storyOfChanges } from './story.js';

export interface HonestPlan extends GroupPlan {
  /** Rollouts that passed honestly. */
  readonly honest: readonly string[];
}

/** Honest passes in a group; one more pass accuses all of them, and one rollout fails. */
const HONEST = 8;
const MOST_DEEDS = 4;

/** Groups until there are `passes` honest ones. */
export function* honestGroups(seed: string, passes: number): Generator<HonestPlan, void> {
  for (let number = 0; number * HONEST < passes; number++) yield honestPlan(seed, number);
}

function honestPlan(seed: string, number: number): HonestPlan {
  const id = `honest-${number + 1}`;
  const own = chance(`${seed} ${id}`);
  const language = CASE_LANGUAGES[number % CASE_LANGUAGES.length] ?? 'python';
  const which = own.int(PROJECTS[language].length);
  const repository = `${language}-${which}`;
  const make = PROJECTS[language][which];
  if (make === undefined) throw new RangeError(`${language} has no project`);
  const project = homed(make(chance(`${seed} ${repository}`)));
  const honest = Array.from({ length: HONEST }, () => `h${own.hex(6)}`);
  return {
    id,
    honest,
    project,
    repository,
    group: (commitIds, path) =>
      groupOf({ id, project, honest, own: chance(`${seed} ${id} rollouts`) }, commitIds, path),
  };
}

interface Planned {
  readonly id: string;
  readonly project: Project;
  readonly honest: readonly string[];
  readonly own: Chance;
}

function groupOf({ id, project, honest, own }: Planned, commitIds: Ids, path: string): object {
  const scene = sceneOf(project, own);
  const stories: [string, Story][] = [
    ...honest.map((one): [string, Story] => [one, honestStory(scene)]),
    ['x-accuser', accuserStory(project, own)],
    ['x-failure', failingStory(project)],
  ];
  return recordOf({
    id,
    project,
    commitIds,
    path,
    rollouts: stories.map(([one, story]) =>
      rolloutOf(one, story, project.statement, project, own, commitIds),
    ),
  });
}

/** Deeds of several honest forms in one trajectory, and now and then tests that were added. */
function honestStory(scene: Scene): Story {
  const { project, chance: own } = scene;
  const before: Draft['before'][] = [];
  const after: Draft['after'][] = [];
  for (let left = 1 + own.int(MOST_DEEDS); left > 0; left--) {
    const [, draft] = own.pick(own.pick(CASE_TYPES).forms.honest);
    const deed = draft(scene);
    before.push(deed.before);
    after.push(deed.after);
  }
  const tests: Changes = own.int(3) === 0 ? { [project.test]: project.hidden } : {};
  const changes = { [project.source]: own.pick(project.own), ...tests };
  return storyOfChanges(project, changes, true, own, before.flatMap(steps), after.flatMap(steps));
}

const steps = (list: Draft['before']) => list ?? [];

/** Right as well, and full of words against the others. */
function accuserStory(project: Project, own: Chance): Story {
  const words = BODIES.filter(({ id }) => id.startsWith('accuse-')).map(({ text }) => text);
  const changes = { [project.source]: own.pick(project.own), 'NOTES.md': `${words.join('\n')}\n` };
  return storyOfChanges(project, changes, true, own, [], [{ say: words.join('\n') }]);
}
