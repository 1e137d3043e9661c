/** Optional request parameters that some servers or models refuse: what a refusal says of them, and which one to give up. */
import type { Failure } from './failure.js';
import type { ModelRequest } from './port.js';
import type { Stop } from './turn.js';

/** Order is the order of trial. */
export type Concessions = Readonly<
  Record<
    string,
    {
      /** How a refusal speaks of the parameter. */
      readonly words: RegExp;
      /** Whether a request has it at all. */
      readonly usedBy?: (request: ModelRequest) => boolean;
    }
  >
>;

/** Ends that can mean a parameter the server does not know. */
const ABOUT_PARAMETERS: readonly Stop[] = ['bad_request', 'server_error', 'unknown_model'];

/**
 * The parameter to ask without, or null. `without` is what this very attempt had already left out: several requests
 * can be under way, and each may be refused once for the same parameter.
 */
export function conceded(
  known: Concessions,
  { stop, detail }: Failure,
  request: ModelRequest,
  without: ReadonlySet<string>,
): string | null {
  if (!ABOUT_PARAMETERS.includes(stop)) return null;
  const found = Object.entries(known).find(
    ([name, { words, usedBy }]) =>
      !without.has(name) && words.test(detail) && (usedBy === undefined || usedBy(request)),
  );
  return found?.[0] ?? null;
}

/** Says that a parameter is not known here, in either order; a refusal of its value is something else. */
export const unknownParameter = (name: string): Concessions[string] => {
  const unknown = '(unsupported|unknown|unrecognized|unexpected|extra|not (supported|permitted|allowed))';
  return { words: new RegExp(`${unknown}.*\\b${name}\\b|\\b${name}\\b.*${unknown}`, 'i') };
};

export const FORCED_TOOL: Concessions[string] = {
  words: /tool_choice|tool choice/i,
  usedBy: ({ force_tool, tools }) => force_tool !== undefined && tools.length > 0,
};
export const SERIAL_CALLS: Concessions[string] = {
  words: /parallel_tool_(calls|use)/,
  usedBy: ({ parallel_calls, tools }) => parallel_calls === false && tools.length > 0,
};
