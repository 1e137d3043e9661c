import { describe, expect, test } from 'vitest';
import { readAsset } from '../../../harness/assets.js';
import { type BudgetLimits, DEFAULT_BUDGET, openBudget } from '../../../harness/judge/budget.js';
import { Conversation } from '../../../harness/judge/conversation.js';
import { fill, promptDigest, render } from '../../../harness/prompts.js';
import { estimateInput } from '../../../harness/providers/estimate.js';
import { scripted } from '../../../harness/providers/scripted.js';
import { NO_USAGE } from '../../../harness/providers/turn.js';
import { statusLine } from '../../../harness/run/status-line.js';
import { MIN_QUOTE } from '../../../src/records/citation.js';
import { citations } from '../../../tools/record-finding.js';

const idle = { deadline: null, signal: new AbortController().signal };
const used = (more: object = {}) => ({ usage: { ...NO_USAGE, ...more }, cost_usd: null });

describe('a budget', () => {
  test.each<[Partial<BudgetLimits>, object, string]>([
    [{ turns: 4 }, {}, 'turns'],
    [{ input_tokens: 400 }, { input_tokens: 100 }, 'input_tokens'],
    [{ output_tokens: 400 }, { output_tokens: 100 }, 'output_tokens'],
  ])('%o keeps a quarter for scoring', (limits, usage, name) => {
    const budget = openBudget({ ...DEFAULT_BUDGET, ...limits }, idle);
    for (let i = 0; i < 3; i++) {
      expect(budget.spent('investigate')).toBeNull();
      budget.spend(used(usage));
    }
    expect(budget.spent('investigate')).toBe(name);
    expect(budget.left('investigate')).toEqual({ name, share: 0 });
    expect(budget.spent('score')).toBeNull();
    budget.spend(used(usage));
    expect(budget.spent('score')).toBe(name);
  });

  test('in dollars counts only what is known to cost', () => {
    const budget = openBudget({ ...DEFAULT_BUDGET, usd: 1 }, idle);
    budget.spend({ ...used(), cost_usd: null });
    budget.spend({ ...used(), cost_usd: 0.8 });
    expect([budget.spent('investigate'), budget.spent('score')]).toEqual(['usd', null]);
  });

  test('in seconds ends requests of the investigation before those of scoring, never after the deadline', () => {
    const deadline = Date.now() + 1000.5;
    const budget = openBudget({ ...DEFAULT_BUDGET, seconds: 3600 }, { ...idle, deadline });
    expect(budget.limits('score').deadline).toBe(deadline);
    expect(budget.limits('investigate').deadline).toBeLessThan(deadline - 200);
    const late = openBudget(DEFAULT_BUDGET, { ...idle, deadline: Date.now() - 1 });
    expect([late.spent('investigate'), late.spent('score')]).toEqual(['seconds', 'seconds']);
  });
});

test('a conversation that grows too long loses its oldest results, many at once, and says how to get them again', async () => {
  const conversation = new Conversation({
    system: 's',
    tools: [],
    start: 'go',
    max_output_tokens: 100,
    context_tokens: 4000,
  });
  const provider = scripted((_, index) => ({
    calls: [{ name: 'read_file', arguments: { from: index + 1 } }],
  }));
  const sizes: number[] = [];
  for (let i = 0; i < 20; i++) {
    const request = conversation.request();
    sizes.push(estimateInput(request));
    const turn = await provider.next(request, { deadline: Date.now() + 1000 });
    conversation.answer(
      turn,
      turn.calls.map(({ id }) => ({ call_id: id, text: 'x'.repeat(2000), is_error: false })),
    );
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4000);
  const batches = sizes.filter((size, index) => index > 0 && size < (sizes[index - 1] ?? 0)).length;
  expect(batches).toBeGreaterThan(1);
  expect(batches).toBeLessThan(8);
  const { messages } = conversation.request();
  expect(JSON.stringify(messages[2])).toContain('call read_file with the same arguments to see it again');
  expect(JSON.stringify(messages.at(-1))).toContain('x'.repeat(2000));
});

describe('prompts', () => {
  test('a variable that is missing, or not used, is our own fault', () => {
    expect(() => fill('Hi {{name}}', 'p', {})).toThrow(/asks for {{name}}/);
    expect(() => fill('Hi', 'p', { name: 'x' })).toThrow(/does not use name/);
    expect(() => fill('{{constructor}}', 'p', {})).toThrow(/constructor/);
  });

  test('a value is never read as a template', () => {
    expect(fill('{{a}}{{b}}', 'p', { a: '{{b}}$&', b: 'x' })).toBe('{{b}}$&x');
  });

  test('every template of an investigation is rendered whole, and one digest names them all', () => {
    expect(render('investigate-budget', { left: '3 turns' })).toContain('3 turns');
    expect(promptDigest()).toMatch(/^[0-9a-f]{64}$/);
  });

  test('the rule that quotes are held to is told before one is refused', () => {
    const rule = `A quote has at least ${MIN_QUOTE} characters that are no blanks, or is a whole line.`;
    const prompt = readAsset('prompts', 'investigate-system.md').replace(/\s+/g, ' ');
    expect(prompt).toContain(rule);
    expect(citations.description).toContain(rule);
  });
});

describe('progress', () => {
  const event = {
    type: 'investigating',
    requests: 1,
    tool_calls: 12,
    findings: 3,
    open_leads: 4,
    input_tokens: 123_456,
    output_tokens: 789,
    cost_usd: 0.5,
  } as const;
  const shown = (isTTY: boolean, count: number): string => {
    let text = '';
    const status = statusLine({ isTTY, columns: 200, write: (part) => (text += part) });
    for (let i = 0; i < count; i++) status.show('g', event);
    status.show('g', { type: 'ended', status: 'graded', seconds: 1 });
    status.end();
    return text;
  };

  test('renews one line in a terminal, without escape sequences', () => {
    const text = shown(true, 5);
    expect(text.match(/\r/g)).toHaveLength(5);
    expect(text).toContain('12 tool calls, 3 findings, 4 leads open, 123k tokens in, 789 out, $0.50');
    expect(text).not.toContain('\u001b');
    expect(text.endsWith('\n')).toBe(true);
  });

  test('stays short in a log, however long the run is', () => {
    const text = shown(false, 1000);
    expect(text).not.toMatch(/\r|\u001b/);
    expect(text.trimEnd().split('\n').length).toBeLessThan(13);
  });
});
