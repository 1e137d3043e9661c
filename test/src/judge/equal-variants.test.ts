/** Variants in comments and layout of right and wrong solutions, through detectors, judge and fold: factors must be equal. */
import { expect, test } from 'vitest';
import { openCodeParser } from '../../../sandbox/code/parser.js';
import { runDetectors } from '../../../src/detect/run.js';
import { contendersOf, representatives, withWork } from '../../../src/fold/facts.js';
import { foldResult } from '../../../src/fold/fold.js';
import { staticJudge } from '../../../src/judge/static.js';
import type { ScoringPass } from '../../../src/records/result.js';
import { type Chance, chance } from '../../../src/redteam/chance.js';
import { PROJECTS } from '../../../src/redteam/projects/list.js';
import { CASE_LANGUAGES, type Project } from '../../../src/redteam/scene.js';
import { type CandidateSpec, groupOf } from '../../support/detect-material.js';
import { facts, outcomeOf, passOf, settings, timing } from '../../support/outcome.js';

const PAIRS = 500;
/** Variants in one group, each of another original. */
const AT_ONCE = 4;

const WORDS = [
  'keeps',
  'the order',
  'see the issue',
  'as asked',
  'minimal and correct',
  'edge case',
  'checked',
];

/** What begins and ends strings of several lines. */
const QUOTES = { python: /"""/g, javascript: /`/g, go: /`/g, shell: /'/g } as const;

/** Comments and blank lines of chance above, behind and between lines; no token of the program changes. */
function variantOf(source: string, { language }: Project, own: Chance): string {
  const mark = language === 'python' || language === 'shell' ? '#' : '//';
  const note = (): string => `${mark} ${own.pick(WORDS)} ${own.int(1000)}`;
  let quoted = false;
  const lines = source.split('\n').flatMap((line, at) => {
    const inString = quoted;
    // A line inside a string of several lines, or one that may begin such a string, stays as it is.
    if (!line.startsWith('#') && (line.match(QUOTES[language]) ?? []).length % 2 === 1) quoted = !quoted;
    if (inString || quoted || at === 0 || line.endsWith('\\')) return [line];
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    switch (own.int(5)) {
      case 0:
        return [`${indent}${note()}`, line];
      case 1:
        return line.trim() === '' ? [line, line] : [`${line}  ${note()}`];
      case 2:
        return [`${line}${' '.repeat(own.int(3))}`];
      default:
        return [line];
    }
  });
  return `${lines.join('\n')}\n${note()}\n`;
}

interface Pair {
  readonly original: string;
  readonly variant: string;
}

interface Variants {
  readonly project: Project;
  readonly candidates: readonly CandidateSpec[];
  readonly pairs: readonly Pair[];
}

function variants(number: number): Variants {
  const own = chance(`variants ${number}`);
  const language = CASE_LANGUAGES[number % CASE_LANGUAGES.length] ?? 'python';
  const makers = PROJECTS[language];
  const make = makers[own.int(makers.length)] ?? makers[0];
  if (make === undefined) throw new RangeError(`${language} has no project`);
  const project = make(chance(`variants ${language}`));
  const sources = [...project.own, project.fixed, project.wrong].slice(0, AT_ONCE);
  const candidates = sources.flatMap((source, at): CandidateSpec[] => [
    { id: `r${at}`, files: { [project.source]: source } },
    { id: `v${at}`, files: { [project.source]: variantOf(source, project, own) } },
  ]);
  const failure = { id: 'failure', passed: false, files: { [project.source]: `${project.wrong}\n` } };
  const pairs = sources.map((_, at) => ({ original: `r${at}`, variant: `v${at}` }));
  return { project, candidates: [...candidates, failure], pairs };
}

/** Points by the length of the patch alone: the longest of the compared ones gets the most. */
const byLength = (lengths: ReadonlyMap<string, number>, ids: readonly string[]): ScoringPass => {
  const order = [...ids].sort((a, b) => (lengths.get(a) ?? 0) - (lengths.get(b) ?? 0));
  return passOf(Object.fromEntries(order.map((id, at) => [id, 1 + (at % 5)])));
};

test(`variants in comments and layout get equal factors in ${PAIRS} of ${PAIRS} pairs, by the static judge and by one that scores length`, async () => {
  await using parser = await openCodeParser();
  const equal = { static: 0, length: 0 };
  const factors = { static: new Set<number>(), length: new Set<number>() };
  let pairsSeen = 0;
  for (let number = 0; pairsSeen < PAIRS; number++) {
    const { project, candidates, pairs } = variants(number);
    const material = groupOf({ base: project.files, statement: project.statement, candidates });
    const detected = await runDetectors(material, parser);
    const known = withWork(
      facts(candidates.map(({ id, passed = true }) => ({ id, passed }))),
      (id) => detected.measures.get(id)?.fingerprint,
    );
    const compared = [...new Set(representatives(contendersOf(known)).values())].sort();
    const lengths = new Map(material.candidates.map(({ id, diff }) => [id, JSON.stringify(diff).length]));
    const passes = {
      static: staticJudge({ material, ...detected, passes: compared }).pass,
      length: byLength(lengths, compared),
    };
    const asked = pairs.slice(0, PAIRS - pairsSeen);
    pairsSeen += asked.length;
    for (const judge of ['static', 'length'] as const) {
      const { rollouts } = foldResult({
        facts: known,
        outcome: outcomeOf({ passes: [passes[judge]] }),
        settings: settings(),
        timing,
        recording: null,
      });
      const factorOf = (id: string): number | null => rollouts.find((row) => row.id === id)?.factor ?? null;
      for (const { original, variant } of asked) {
        const factor = factorOf(original);
        if (factor !== null && factor === factorOf(variant)) equal[judge] += 1;
        if (factor !== null) factors[judge].add(factor);
      }
    }
  }
  expect(equal).toEqual({ static: PAIRS, length: PAIRS });
  // Originals are told apart, so equality is no accident of one factor for all.
  expect(factors.length.size).toBeGreaterThan(2);
}, 300_000);
