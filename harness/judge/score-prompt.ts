/** What a scoring pass is asked: rubric and rules as the system text, the sheet with its findings framed as data. */
import { z } from 'zod';
import type { Sheet, SheetCandidate } from '../../src/judge/sheet.js';
import { Submission } from '../../src/judge/submission.js';
import type { Citation, Finding } from '../../src/records/citation.js';
import type { Rubric } from '../../src/records/rubric.js';
import { frame } from '../../src/text/frame.js';
import { renderMessage, renderMessageLine, renderName } from '../../src/text/render.js';
import { DIMENSIONS } from '../../src/vocabulary.js';
import { type Reader, render } from '../prompts.js';
import type { ToolSpec } from '../providers/port.js';

export const SUBMIT = 'submit_scores';

const { $schema, ...schema } = z.toJSONSchema(Submission, { io: 'input' });
export const SUBMIT_SCORES: ToolSpec = {
  name: SUBMIT,
  description:
    'Submits the scores of all candidates at once. The answer says whether they were accepted, or exactly what is wrong.',
  schema,
};

export function scoringSystem({ clean, dimensions }: Rubric, reader: Reader): string {
  const rubric = DIMENSIONS.map((id) => {
    const { question, anchors } = dimensions[id];
    return `- \`${id}\`: ${question}\n  5: ${anchors[5]}\n  3: ${anchors[3]}\n  1: ${anchors[1]}`;
  });
  return render('score-system', { clean, rubric: rubric.join('\n'), answer: answerOf(reader) });
}

const answerOf = (reader: Reader): string => render(`score-answer-${reader}`);

/** @param statement rendered */
export function scoringTask(statement: string, { candidates, nonce }: Sheet, reader: Reader): string {
  return render('score-sheet', {
    statement: frame(statement, nonce),
    count: candidates.length,
    aliases: candidates.map(({ alias }) => alias).join(', '),
    nonce,
    answer: answerOf(reader),
    ledger: candidates.map((candidate) => section(candidate, nonce)).join('\n\n'),
  });
}

function section({ alias, findings }: SheetCandidate, nonce: string): string {
  if (findings.length === 0) return `## ${alias}\nNothing was found: 4 in every dimension, and no flag.`;
  return [`## ${alias}`, ...findings.map((finding) => entry(finding, nonce))].join('\n');
}

const entry = ({ id, about, polarity, claim, citations }: Finding, nonce: string): string =>
  `${id}: ${polarity}, about ${about}\n${frame([renderMessage(claim), ...citations.map(place)].join('\n'), nonce)}`;

function place(citation: Citation): string {
  return `${whereOf(citation)}: ${renderMessage(citation.quote)}`;
}

function whereOf(citation: Citation): string {
  switch (citation.kind) {
    case 'patch':
      return `- patch of ${renderName(citation.candidate)}, ${renderMessageLine(citation.path)}, ${citation.side} lines ${citation.lines.join('-')}`;
    case 'file':
      return `- file of ${renderName(citation.tree)}, ${renderMessageLine(citation.path)}, lines ${citation.lines.join('-')}`;
    case 'event':
      return `- event ${renderName(citation.event)} of ${renderName(citation.candidate)}, ${citation.part}`;
    case 'test_log':
      return `- test log of ${renderName(citation.candidate)}, lines ${citation.lines.join('-')}`;
    case 'check':
      return `- check ${renderName(citation.check_id)}, ${citation.stream}`;
    case 'task':
      return '- task';
  }
}
