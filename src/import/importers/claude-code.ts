/** Claude Code: session files with those of their sub-agents, and streams of `claude -p`. */
import { baseName, folderOf } from '../../paths.js';
import { isObject, type JsonObject, parseJson, text } from '../../text/json.js';
import type { AttemptFacts } from '../claim.js';
import { exitFacts } from '../exit.js';
import { defined } from '../row.js';
import { type SourceFile, stemOf } from '../source.js';
import { detectedIn, trajectoryImporter } from '../trajectory.js';

const SUB_AGENT = /^agent-[\w-]+\.jsonl$/;
const END = 64 * 1024;

export const claudeCode = trajectoryImporter({
  name: 'claude-code',
  about: 'Claude Code sessions (JSONL, with their sub-agents) and stream-json output',
  async more(file, run) {
    if (SUB_AGENT.test(baseName(file.path))) return null;
    const folder = folderOf(file.path);
    const session = await sessionOf(file);
    const own: SourceFile[] = [];
    for (const other of run.files) {
      if (!SUB_AGENT.test(baseName(other.path))) continue;
      const beside =
        folderOf(other.path) === folder && session !== null && (await sessionOf(other)) === session;
      const below = other.path.startsWith(`${folder === '' ? '' : `${folder}/`}${stemOf(file.path)}/`);
      if ((beside || below) && (await detectedIn(other))?.format === 'claude-code') own.push(other);
    }
    return own;
  },
  async facts(_, file): Promise<AttemptFacts> {
    const lines = [...linesOf(await file.start()), ...linesOf(await file.end(END))];
    const result = lines.findLast((line) => text(line, 'type') === 'result');
    const model = lines
      .map((line) => line['message'])
      .find((message) => isObject(message) && 'model' in message);
    const raw = result === undefined ? undefined : text(result, 'subtype');
    return {
      ...(result !== undefined && exitFacts(raw === 'error_during_execution' ? 'error' : raw, false)),
      policy: defined({
        model: isObject(model) ? text(model, 'model') : undefined,
        harness: 'claude-code',
        version: lines.map((line) => text(line, 'version')).find((version) => version !== undefined),
      }),
    };
  },
});

async function sessionOf(file: SourceFile): Promise<string | null> {
  return /"(?:sessionId|session_id)"\s*:\s*"([\w-]{1,100})"/.exec(await file.start())?.[1] ?? null;
}

/** The lines that can be read; the first and the last one of a piece may be cut. */
export function linesOf(piece: string): JsonObject[] {
  return piece.split('\n').flatMap((line) => {
    const parsed = line.startsWith('{') ? parseJson(line) : null;
    return parsed?.ok && isObject(parsed.value) ? [parsed.value] : [];
  });
}
