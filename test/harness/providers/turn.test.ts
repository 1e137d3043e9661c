import { expect, test } from 'vitest';
import { environmentFault, STOP_CLASSES, STOPS, stopClass } from '../../../harness/providers/turn.js';

test.each(STOPS)('%s stops the run exactly if its class is environment', (stop) => {
  const fault = environmentFault({ stop, detail: '401 invalid key' }, 'anthropic');
  expect(fault !== null).toBe(STOP_CLASSES[stop] === 'environment');
  expect(stopClass({ stop })).toBe(STOP_CLASSES[stop]);
});

test('the fault names the provider, the reason and what the provider said', () => {
  expect(environmentFault({ stop: 'refused_key', detail: '401 invalid key' }, 'anthropic')).toMatchObject({
    code: 'environment',
    message: expect.stringMatching(
      /^anthropic: the provider refuses the key; .*--key-file \(401 invalid key\)$/,
    ),
  });
});

test.each([
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['openai', 'OPENAI_API_KEY'],
  ['openai-chat', 'OPENAI_API_KEY'],
])('a refused key of %s is to be put into %s, and nowhere else', (provider, variable) => {
  const message = environmentFault({ stop: 'refused_key', detail: '401' }, provider)?.message;
  expect(message?.match(/\b[A-Z]+_API_KEY\b/g)).toEqual([variable]);
});
