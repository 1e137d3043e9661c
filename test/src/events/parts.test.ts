import { expect, test } from 'vitest';
import { readContent } from '../../../src/events/parts.js';

test.each<[string, unknown, string | null, readonly string[]]>([
  ['thinking', { type: 'thinking', thinking: 'hm' }, '[thinking]\nhm\n[end of thinking]', []],
  [
    'thinking whose words were kept back',
    { type: 'thinking', thinking: '', signature: 'x' },
    '[thinking, redacted]',
    [],
  ],
  ['reasoning of Inspect', { type: 'reasoning', reasoning: 'hm' }, '[thinking]\nhm\n[end of thinking]', []],
  [
    'reasoning of Inspect that is redacted but summed up',
    { type: 'reasoning', reasoning: 'gAAA', redacted: true, summary: 'in short' },
    '[thinking]\nin short\n[end of thinking]',
    [],
  ],
  [
    'reasoning that is redacted',
    { type: 'reasoning', reasoning: 'gAAA', redacted: true },
    '[thinking, redacted]',
    [],
  ],
  [
    'reasoning of the Responses API',
    {
      type: 'reasoning',
      summary: [
        { type: 'summary_text', text: 'a' },
        { type: 'summary_text', text: 'b' },
      ],
    },
    '[thinking]\na\nb\n[end of thinking]',
    [],
  ],
  [
    'reasoning that is encrypted',
    { type: 'reasoning', summary: [], encrypted_content: 'x' },
    '[thinking, redacted]',
    [],
  ],
  ['a compaction', { type: 'compaction', content: 'so far' }, '[compaction]\nso far', []],
  [
    'a screenshot',
    { type: 'computer_screenshot', image_url: 'data:image/png;base64,AAAA' },
    '[image png, 1 kB]',
    ['image'],
  ],
  [
    'an image that Inspect keeps apart',
    { type: 'image', image: 'attachment://9f' },
    '[image at attachment://9f]',
    ['image'],
  ],
])('%s', (_, part, text, notes) => {
  expect(readContent([part])).toEqual({ text, notes, calls: [], results: [] });
});

test.each([
  ['a tool result', { type: 'tool_result', content: 'x' }, 'x', null],
  [
    'a result of code that ran at the service',
    { type: 'bash_code_execution_tool_result', content: { stdout: 'a', stderr: 'b', return_code: 2 } },
    'a\nb',
    2,
  ],
  [
    'a result with no output',
    { type: 'code_execution_tool_result', content: { stdout: '', stderr: '', return_code: 0 } },
    '',
    0,
  ],
  [
    'a result with a code that is none',
    { type: 'x_tool_result', content: { stdout: 'a', return_code: '0' } },
    'a',
    null,
  ],
])('%s', (_, part, text, exit_code) => {
  const { results } = readContent([{ tool_use_id: 't', ...part }]);
  expect(results).toEqual([{ type: 'result', id: 't', role: 'tool', text, exit_code, notes: [] }]);
});
