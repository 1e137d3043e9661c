import { expect, test } from 'vitest';
import type { TrajectoryFormat } from '../../../src/vocabulary.js';
import { readTrajectory } from '../../support/events.js';

const lines = (...records: readonly unknown[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

const codex = (output: unknown) =>
  lines(
    {
      type: 'response_item',
      payload: { type: 'function_call', call_id: 'c', name: 'shell', arguments: '{"command":"make"}' },
    },
    { type: 'response_item', payload: { type: 'function_call_output', call_id: 'c', output } },
  );

const claude = (content: string, is_error?: boolean, toolUseResult?: unknown) =>
  lines(
    {
      type: 'assistant',
      sessionId: 'S',
      message: {
        id: 'm',
        content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'make' } }],
      },
    },
    {
      type: 'user',
      sessionId: 'S',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content, is_error }] },
      toolUseResult,
    },
  );

const openhands = (extras: object) =>
  JSON.stringify([
    { id: 1, source: 'agent', action: 'run', args: { command: 'make' } },
    { id: 2, source: 'environment', cause: 1, observation: 'run', content: 'exit code 9', extras },
  ]);

test.each<[string, TrajectoryFormat, string, number | null]>([
  ['the JSON around an output', 'codex', codex('{"output":"x","metadata":{"exit_code":2}}'), 2],
  ['the first line of an output', 'codex', codex('Exit code: 3\nWall time: 1 seconds\nOutput:\nx'), 3],
  [
    'the head of an output',
    'codex',
    codex('Chunk ID: a\nWall time: 1 seconds\nProcess exited with code 4\nOutput:\nx'),
    4,
  ],
  ['not a later line', 'codex', codex('Wall time: 1 seconds\nOutput:\nProcess exited with code 0\n'), null],
  ['not what a program printed', 'codex', codex('make: ok\nExit code: 0\n'), null],
  ['not a head further down', 'codex', codex('x\nChunk ID: a\nProcess exited with code 0\n'), null],
  ['not JSON of another shape', 'codex', codex('{"output":1,"metadata":{"exit_code":0}}'), null],
  ['the first line of a failure', 'claude-code', claude('Exit code 2\nno rule', true), 2],
  ['not the first line of a success', 'claude-code', claude('Exit code 2\nno rule'), null],
  ['not a later line of a failure', 'claude-code', claude('x\nExit code 2', true), null],
  ['a field of the result', 'claude-code', claude('x', false, { exitCode: 0 }), 0],
  ['metadata of the observation', 'openhands', openhands({ metadata: { exit_code: 5 } }), 5],
  ['the observation itself', 'openhands', openhands({ exit_code: 6 }), 6],
  ['nothing while the command runs', 'openhands', openhands({ metadata: { exit_code: -1 } }), null],
  ['nothing in the text', 'openhands', openhands({}), null],
])('%s gives the exit code: %s', async (_, format, file, expected) => {
  const { events } = await readTrajectory(file, format);
  expect(events).toHaveLength(1);
  expect(events[0]?.exit_code).toBe(expected);
});
