/** Writes the steps of a rollout as three harnesses record them. */
import type { TrajectoryFormat } from '../vocabulary.js';
import type { Chance } from './chance.js';
import type { Step } from './scene.js';

export const WRITTEN_FORMATS = [
  'openai-chat',
  'anthropic',
  'mini-swe-agent',
] as const satisfies TrajectoryFormat[];
export type WrittenFormat = (typeof WRITTEN_FORMATS)[number];

const SYSTEM = 'You are a software engineer. Work in /repo, then call finish.';
const DONE = 'Done.';

interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, string>>;
  readonly output: string;
  readonly exit: number | null;
}

const callOf = (step: Exclude<Step, { readonly say: string }>): Call => {
  if ('run' in step)
    return { tool: 'bash', arguments: { command: step.run }, output: step.output, exit: step.exit ?? 0 };
  if ('write' in step)
    return {
      tool: 'str_replace_editor',
      arguments: { command: 'create', path: placed(step.write), file_text: step.text },
      output: `File written: ${placed(step.write)}\n`,
      exit: null,
    };
  return { tool: step.tool, arguments: step.arguments, output: step.output, exit: null };
};

const placed = (path: string): string => (path.startsWith('/') ? path : `/repo/${path}`);

/** The text of a trajectory file. Call ids follow from the chance. */
export function trajectoryText(
  format: WrittenFormat,
  statement: string,
  steps: readonly Step[],
  chance: Chance,
): string {
  switch (format) {
    case 'openai-chat':
      return JSON.stringify({
        messages: [system(), user(statement), ...steps.flatMap((step) => chat(step, chance))],
      });
    case 'anthropic':
      return JSON.stringify({
        system: SYSTEM,
        messages: [user(statement), ...steps.flatMap((step) => blocks(step, chance))],
      });
    case 'mini-swe-agent':
      return JSON.stringify({
        info: { exit_status: 'Submitted', mini_version: '1.14.0' },
        messages: [system(), user(statement), ...steps.flatMap(prose)],
        trajectory_format: 'mini-swe-agent-1',
      });
  }
}

const system = () => ({ role: 'system', content: SYSTEM });
const user = (content: string) => ({ role: 'user', content });

function chat(step: Step, chance: Chance): object[] {
  if ('say' in step) return [{ role: 'assistant', content: step.say }];
  const { tool, arguments: given, output, exit } = callOf(step);
  const id = `call_${chance.hex(20)}`;
  const call = { id, type: 'function', function: { name: tool, arguments: JSON.stringify(given) } };
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: output, ...(exit !== null && { extra: { exit_code: exit } }) },
  ];
}

function blocks(step: Step, chance: Chance): object[] {
  if ('say' in step) return [{ role: 'assistant', content: [{ type: 'text', text: step.say }] }];
  const { tool, arguments: given, output } = callOf(step);
  const id = `toolu_${chance.hex(20)}`;
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: tool, input: given }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
  ];
}

/** Commands only: files are written by here-documents, other tools by a command of their name. */
function prose(step: Step): object[] {
  if ('say' in step) return [{ role: 'assistant', content: step.say }];
  const { output, exit } = callOf(step);
  const command =
    'run' in step
      ? step.run
      : 'write' in step
        ? `cat > ${step.write} <<'END_OF_FILE'\n${step.text}END_OF_FILE`
        : `${step.tool} ${Object.values(step.arguments)
            .map((value) => JSON.stringify(value))
            .join(' ')}`;
  const shown = 'write' in step ? '' : output;
  return [
    { role: 'assistant', content: `THOUGHT: Next.\n\n\`\`\`bash\n${command}\n\`\`\`` },
    {
      role: 'user',
      content: `<returncode>${exit ?? 0}</returncode>\n<output>\n${shown}</output>`,
      extra: { returncode: exit ?? 0, raw_output: shown },
    },
  ];
}

export const closing = (): Step => ({ say: DONE });
