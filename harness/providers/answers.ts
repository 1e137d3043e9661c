/** A provider that a person stands behind: it answers the criteria of a rollout from a file, through the same tool as a model. */
import { z } from 'zod';
import { renamedCitation } from '../../src/judge/case.js';
import { Citation } from '../../src/records/citation.js';
import { refusal } from '../../src/records/problem.js';
import { CRITERION_VERDICTS } from '../../src/vocabulary.js';
import { readData } from '../data-file.js';
import { stopWith } from './failure.js';
import type { Message, ModelRequest, Provider } from './port.js';
import { type ScriptTurn, scripted } from './scripted.js';

const ANSWERS_SCHEMA = 'gagar.answers/1';

export const AnswersFile = z.strictObject({
  schema: z.literal(ANSWERS_SCHEMA),
  /** Who answers, as results will name it. */
  by: z.string().min(1).max(200).default('operator'),
  /** By rollout, then by criterion; a rollout goes by its id, or by the alias that `gagar workspace` shows. */
  answers: z.record(
    z.string(),
    z.record(
      z.string(),
      z.strictObject({
        verdict: z.enum(CRITERION_VERDICTS),
        reason: z.string().min(1),
        citations: z.array(Citation).default([]),
      }),
    ),
  ),
});
export type AnswersFile = z.infer<typeof AnswersFile>;

/** @throws Fault input with the file and every field that cannot be used. */
export const readAnswers = (file: string): AnswersFile => readData(AnswersFile, file);

/** A rollout of which something has to be read. */
export interface ReadingTask {
  readonly id: string;
  readonly alias: string;
  readonly criteria: readonly string[];
}

/**
 * The answers to what is asked, by alias.
 * @throws Fault input for everything that is asked and not answered, or answered and not asked, before anything runs
 */
export function answersTo(
  { by, answers, ...head }: AnswersFile,
  asked: readonly ReadingTask[],
  file: string,
): AnswersFile {
  const aliases = new Map(asked.map(({ id, alias }) => [id, alias]));
  const own = asked.map(({ id, alias, criteria }) => {
    const name = Object.hasOwn(answers, id) ? id : alias;
    return {
      name: Object.hasOwn(answers, name) ? name : id,
      names: [id, alias],
      alias,
      criteria,
      given: answers[name] ?? {},
    };
  });
  // Of passes with the same tree only one is asked about the solution; whoever answered for all has done no harm.
  const known = new Set(asked.flatMap(({ criteria }) => criteria));
  const problems = own.flatMap(({ name, names, criteria, given }) => {
    const missing = criteria.filter((one) => !Object.hasOwn(given, one));
    const unknown = Object.keys(given).filter((one) => !known.has(one));
    const readable = [...known].join(', ');
    const bare = criteria.filter((one) => Object.hasOwn(given, one) && isBare(given[one], names));
    return [
      ...missing.map((one) => ({
        field: `answers.${name}.${one}`,
        message: 'is missing; every pass is read',
      })),
      ...unknown.map((one) => ({
        field: `answers.${name}.${one}`,
        message: `is no criterion that has to be read; there are ${readable}`,
      })),
      ...bare.map((one) => ({
        field: `answers.${name}.${one}.citations`,
        message: `hold nothing of ${name} itself: cite what shows it or, for no, what stands there instead`,
      })),
    ];
  });
  if (problems.length > 0) throw refusal(problems, { file });
  const renamed = own.map(({ alias, criteria, given }) => {
    const wanted = Object.fromEntries(Object.entries(given).filter(([one]) => criteria.includes(one)));
    return [alias, mapCitations(wanted, (id) => aliases.get(id) ?? id)];
  });
  return { ...head, by, answers: Object.fromEntries(renamed) };
}

type Given = AnswersFile['answers'][string];

/** Whether the citations resolve is seen later; that none of them is of the rollout itself is seen now. */
const isBare = (answer: Given[string] | undefined, names: readonly string[]): boolean =>
  answer !== undefined &&
  answer.verdict !== 'unassessed' &&
  !answer.citations.some((cited) => {
    if (cited.kind === 'file') return names.includes(cited.tree);
    return cited.kind === 'check' || ('candidate' in cited && names.includes(cited.candidate));
  });

const mapCitations = (given: Given, name: (candidate: string) => string): Given =>
  Object.fromEntries(
    Object.entries(given).map(([criterion, answer]) => [
      criterion,
      { ...answer, citations: answer.citations.map((citation) => renamedCitation(citation, name)) },
    ]),
  );

/** What was refused or left out is not tried again: the turn ends with what is wrong, and so does the group. */
export const answering = ({ by, answers }: AnswersFile): Provider => {
  const play = (request: ModelRequest): ScriptTurn => {
    const alias = /^Assess candidate (\S+) by /m.exec(textOf(request.messages[0]))?.[1];
    if (alias === undefined)
      throw stopWith(
        'script_ended',
        'the answers of a person serve the readings of a rubric, and nothing else',
      );
    if (request.messages.length > 1) throw stopWith('script_ended', `${alias}: ${complaintIn(request)}`);
    const own = Object.hasOwn(answers, alias) ? answers[alias] : undefined;
    if (own === undefined) throw stopWith('script_ended', `there are no answers for ${alias}`);
    return {
      calls: Object.entries(own).map(([criterion, answer]) => ({
        id: criterion,
        name: 'assess',
        arguments: { criterion, ...answer },
      })),
    };
  };
  return { ...scripted(play, by), kind: 'answers' };
};

const textOf = (message: Message | undefined): string =>
  message?.role === 'user' ? message.text.join('\n') : '';

/** A person needs no marks around what strangers wrote. */
const FRAME = /^\u27E6(data|end) [0-9a-f]+\u27E7\n?/gm;

/** Why the answers did not end the assessment, in the words of the tool. */
function complaintIn({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  const results = last?.role === 'user' ? last.results : [];
  const refused = results.filter(({ is_error }) => is_error);
  const shown = refused.length > 0 ? refused : results.slice(-1);
  return shown.map(({ call_id, text }) => `${call_id}: ${text.replace(FRAME, '')}`).join('; ');
}
