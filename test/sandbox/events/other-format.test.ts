import { expect, test } from 'vitest';
import { FORMATS } from '../../../src/events/formats.js';
import type { TrajectoryFormat } from '../../../src/vocabulary.js';
import { readTrajectory } from '../../support/events.js';
import { FIXTURES, fixtureBytes } from '../../support/fixtures.js';

const chat = JSON.stringify({
  messages: [
    { role: 'user', content: 'Fix it.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'a.py' },
  ],
});
const CALLS_OF_CHAT: readonly TrajectoryFormat[] = ['anthropic', 'inspect', 'mini-swe-agent', 'openai-chat'];
const OTHERS = FORMATS.map(({ name }) => name).filter((name) => !CALLS_OF_CHAT.includes(name));

test.each(OTHERS)('chat messages that are given out as %s are told to be none', async (format) => {
  const { events, warnings } = await readTrajectory(chat, format);
  expect(events.filter(({ type }) => type === 'call')).toEqual([]);
  expect(warnings).toContainEqual(
    `trajectory.json: read as ${format} it holds no call, and it looks like openai-chat: correct trajectory.format`,
  );
});

test.each(CALLS_OF_CHAT)('where %s finds their calls nothing is said', async (format) => {
  expect((await readTrajectory(chat, format)).warnings).toEqual([]);
});

test('a file of no known format is told to be none', async () => {
  const { warnings } = await readTrajectory('{"log": 1}\n{"log": 2}\n', 'codex');
  expect(warnings).toEqual(['trajectory.json: no record of it is one of codex']);
});

test.each(FIXTURES)('%s is nothing else than what it is given out as', async (path) => {
  const { warnings } = await readTrajectory(fixtureBytes(path), path.split('/')[0] as TrajectoryFormat);
  expect(warnings.join()).not.toMatch(/looks like|no record of it/);
});
