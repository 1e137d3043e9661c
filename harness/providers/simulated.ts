/** A judge whose taste is known: true quality plus noise, a liking for places in the list and for length, all from a seed. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Fault } from '../../src/fault.js';
import { dice } from '../../src/judge/alias.js';
import { checkSchema, refusal, toProblem } from '../../src/records/problem.js';
import { DIMENSIONS, type Dimension } from '../../src/vocabulary.js';
import type { ModelRequest, Provider } from './port.js';
import { type ScriptTurn, scripted } from './scripted.js';

const SIMULATION_SCHEMA = 'gagar.simulated/1';

const quality = z.number().min(0).max(6);
const points = z.number().min(-4).max(4);

export const Simulation = z.strictObject({
  schema: z.literal(SIMULATION_SCHEMA),
  seed: z.string().default(''),
  /** Standard deviation, in points, of what chance adds to each score. */
  noise: points.min(0).default(0),
  /** Points that the first of the list gets and the last one loses; linear in between. */
  position_bias: points.default(0),
  /** Points that the longest candidate gets and the shortest one loses; linear in between. */
  length_bias: points.default(0),
  candidates: z
    .array(
      z.strictObject({
        /** A text that stands in the findings about this candidate and no other: names are hidden from every judge. */
        mark: z.string().min(1),
        quality: z.union([quality, z.record(z.enum(DIMENSIONS), quality)]),
        length: z.number().min(0).default(0),
      }),
    )
    .default([]),
});
export type Simulation = z.infer<typeof Simulation>;

/** @throws Fault input with the file and every field that cannot be used. */
export function readSimulation(path: string): Simulation {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Fault(
      'input',
      `the simulation cannot be read (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message})`,
      { file: path },
      { cause },
    );
  }
  const checked = checkSchema(Simulation, value);
  if ('problems' in checked) throw refusal(checked.problems.map(toProblem), { file: path });
  return checked.value;
}

export const simulated = (simulation: Simulation): Provider => {
  const provider = scripted(
    (request) => (request.force_tool === 'submit_scores' ? score(request, simulation) : examine(request)),
    'simulated',
  );
  return { ...provider, kind: 'simulated' };
};

/** Looks at nothing and records nothing: it answers what `finish` still asks for. */
function examine({ messages }: ModelRequest): ScriptTurn {
  const last = messages.at(-1);
  const asked = last?.role === 'user' ? last.results.map(({ text }) => text).join('\n') : '';
  const leads = [...asked.matchAll(/^lead (\S+) \(/gm)].map(([, lead]) => lead);
  const nothing_found = [...asked.matchAll(/^(c-[a-z]{4}) has no finding/gm)].map(([, alias]) => alias);
  const closed = leads.map((lead) => ({
    name: 'close_lead',
    arguments: {
      lead,
      status: 'left_suspicious',
      reason: 'a simulated judge looks at nothing',
      finding_ids: [],
    },
  }));
  return { calls: [...closed, { name: 'finish', arguments: { nothing_found } }] };
}

interface Seen {
  readonly alias: string;
  readonly text: string;
  readonly truth: Simulation['candidates'][number] | undefined;
}

function score({ messages }: ModelRequest, simulation: Simulation): ScriptTurn {
  const [first] = messages;
  const sheet = first?.role === 'user' ? first.text.join('\n') : '';
  const seen = sheet
    .split(/^## (?=c-[a-z]{4}$)/m)
    .slice(1)
    .map((text): Seen => {
      const truth = simulation.candidates.find(({ mark }) => text.includes(mark));
      return { alias: text.slice(0, text.indexOf('\n')), text, truth };
    });
  const lengths = seen.map(({ truth }) => truth?.length ?? 0);
  const candidates = seen.map((one, at) => {
    const added =
      simulation.position_bias * (seen.length < 2 ? 0 : 1 - (2 * at) / (seen.length - 1)) +
      simulation.length_bias * place(one.truth?.length ?? 0, lengths);
    const scores = DIMENSIONS.map((dimension) => {
      const chance = simulation.noise * normal(`${simulation.seed} ${one.alias} ${at} ${dimension}`);
      return [dimension, scoreOf(one, dimension, added + chance)];
    });
    return { candidate: one.alias, ...Object.fromEntries(scores) };
  });
  return { calls: [{ name: 'submit_scores', arguments: { candidates } }] };
}

/** -1 for the smallest value to 1 for the largest. */
function place(value: number, values: readonly number[]): number {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return high === low ? 0 : (2 * (value - low)) / (high - low) - 1;
}

/** What nothing was found about is a 4: without support no judge gets through with anything else. */
function scoreOf({ text, truth }: Seen, dimension: Dimension, added: number): number {
  const own = typeof truth?.quality === 'number' ? truth.quality : truth?.quality[dimension];
  const wanted = Math.min(5, Math.max(1, Math.round((own ?? 4) + added)));
  const shown = (polarity: string): boolean => text.includes(`: ${polarity}, about ${dimension}\n`);
  if (wanted === 5) return shown('positive') ? 5 : 4;
  return wanted < 4 && !shown('negative') ? 4 : wanted;
}

/** One draw of a standard normal distribution (Box and Muller 1958). */
function normal(key: string): number {
  const roll = dice(`${key} noise`);
  const [u, v] = [(roll(2 ** 32) + 1) / 2 ** 32, roll(2 ** 32) / 2 ** 32];
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
}
