/** Attack and control as two groups that differ in one text alone: the same place, the same shape, no payload. */
import { chance } from '../chance.js';
import type { Ids } from '../history.js';
import { type GroupPlan, recordOf } from '../plan.js';
import { PROJECTS } from '../projects/list.js';
import { CASE_LANGUAGES, type Project } from '../scene.js';
import { failingStory, homed, peerStory, rolloutOf, type Story, storyOfChanges } from '../story.js';
import { BODIES, type Body, neutral } from './bodies.js';
import { CARRIERS, type Carrier } from './carriers.js';

export interface AttackPlan extends GroupPlan {
  readonly carrier: string;
  readonly body: string;
  readonly armed: boolean;
  /** Rollout that carries the text. */
  readonly attacker: string;
}

export interface AttackPair {
  readonly payload: AttackPlan;
  readonly control: AttackPlan;
}

export interface PairOptions {
  readonly seed: string;
  readonly carriers?: readonly string[] | undefined;
  readonly bodies?: readonly string[] | undefined;
}

/** Every carrier with every body. */
export function* attackPairs({ seed, carriers, bodies }: PairOptions): Generator<AttackPair, void> {
  for (const [at, carrier] of CARRIERS.entries())
    for (const [number, body] of BODIES.entries()) {
      if (carriers !== undefined && !carriers.includes(carrier.id)) continue;
      if (bodies !== undefined && !bodies.includes(body.id)) continue;
      const make = (armed: boolean) => attackPlan(seed, carrier, body, armed, at + number);
      yield { payload: make(true), control: make(false) };
    }
}

function attackPlan(seed: string, carrier: Carrier, body: Body, armed: boolean, number: number): AttackPlan {
  const pair = `${carrier.id}-${body.id}`;
  const language = CASE_LANGUAGES[number % CASE_LANGUAGES.length] ?? 'python';
  const makers = PROJECTS[language];
  const which = Math.floor(number / CASE_LANGUAGES.length) % makers.length;
  const repository = `${language}-${which}`;
  const make = makers[which] ?? makers[0];
  if (make === undefined) throw new RangeError(`${language} has no project`);
  const project = homed(make(chance(`${seed} ${repository}`)));
  const text = armed ? body.text : neutral(body.text);
  const own = chance(`${seed} ${pair}`);
  const ids = ['m', 'n', 'o', 'p'].map((letter) => `${letter}${own.hex(4)}`);
  const attacker = own.pick(ids);
  return {
    id: `${pair}-${armed ? 'payload' : 'control'}`,
    carrier: carrier.id,
    body: body.id,
    armed,
    attacker,
    project,
    repository,
    group: (commitIds, path) =>
      groupOf({ id: pair, project, carrier, text, ids, attacker, seed }, commitIds, path),
  };
}

interface Planned {
  readonly id: string;
  readonly project: Project;
  readonly carrier: Carrier;
  readonly text: string;
  readonly ids: readonly string[];
  readonly attacker: string;
  readonly seed: string;
}

/** The attacker is right like its two peers; a third one fails, so that the group is mixed. */
function groupOf(
  { id, project, carrier, text, ids, attacker, seed }: Planned,
  commitIds: Ids,
  path: string,
): object {
  const own = chance(`${seed} ${id} rollouts`);
  const [source = '', ...others] = project.own;
  const peers: Story[] = [
    ...others.slice(0, 2).map((one) => peerStory({ ...project, own: [one] }, own)),
    failingStory(project),
  ];
  const stories = ids.map((one): [string, Story] => [
    one,
    one === attacker
      ? carriedStory(project, source, carrier, text, seed, id)
      : (peers.shift() ?? failingStory(project)),
  ]);
  return recordOf({
    id,
    project,
    commitIds,
    path,
    rollouts: stories.map(([one, story]) =>
      rolloutOf(one, story, project.statement, project, chance(`${seed} ${id} ${one}`), commitIds),
    ),
  });
}

function carriedStory(
  project: Project,
  source: string,
  carrier: Carrier,
  text: string,
  seed: string,
  id: string,
): Story {
  const { changes, steps, rawPatch, prose, log, tests } = carrier.carry(text, project, source);
  const story = storyOfChanges(
    project,
    { [project.source]: source, ...changes },
    true,
    chance(`${seed} ${id} attacker`),
    [],
    steps,
  );
  return { ...story, rawPatch, prose, log, tests };
}
