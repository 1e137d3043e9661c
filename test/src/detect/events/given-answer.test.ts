import { expect, test } from 'vitest';
import type { TraceEvent } from '../../../../src/events/event.js';
import { detect, leadsOf } from '../../../support/detect.js';

const OLD = 'def scopes(known_scopes):\n    return known_scopes\n';
const NEW = 'def scopes(known_scopes):\n    return sorted(known_scopes, key=depth_of_scope)\n';

const message = (turn: number, input: string): Partial<TraceEvent> => ({
  type: 'message',
  role: 'user',
  tool: null,
  kind: null,
  turn,
  input,
});

test.each<[title: string, events: Partial<TraceEvent>[], leads: number]>([
  ['the answer in the prompt', [message(0, `You fix bugs.\n\n${NEW}`)], 1],
  ['a prompt that shows the code as it is', [message(0, `You fix bugs.\n\n${OLD}`)], 0],
  ['a user who repeats it later', [message(3, NEW)], 0],
  ['an answer that the rollout wrote', [{ kind: 'edit', turn: 1, input: NEW, files: ['a.py'] }], 0],
])('%s: %#', async (_, events, leads) => {
  const detected = await detect({
    base: { 'a.py': OLD },
    statement: 'The deepest scope should win.',
    reference: { 'a.py': NEW },
    candidates: [{ id: 'a', files: { 'a.py': NEW }, events }],
  });
  const found = leadsOf(detected, 'given_answer');
  expect(found.length).toBe(leads);
  for (const { id, citations } of found) {
    expect(citations).toMatchObject([{ kind: 'event', event: 'e1', part: 'input' }]);
    expect([detected.rows.get(id), detected.shown.has(id)]).toEqual(['R08', false]);
  }
});
