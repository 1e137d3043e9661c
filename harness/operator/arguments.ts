/** Reads the arguments of a call as a person gives them: a JSON object on the command line, or on stdin behind `-`. */
import { text } from 'node:stream/consumers';
import { Fault } from '../../src/fault.js';
import { JsonObject } from '../providers/turn.js';

/** Most that is read from stdin; arguments of tools are far smaller. */
const MAX_BYTES = 4 * 1024 * 1024;

/** @throws Fault usage for anything but one JSON object. */
export async function readArguments(given: string): Promise<JsonObject> {
  const json = given === '-' ? await fromStdin() : given;
  try {
    return JsonObject.parse(JSON.parse(json));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? cause.message : 'it is no object';
    throw new Fault(
      'usage',
      `the arguments are no JSON object: ${why}; quote them as '{"…": …}', or give a file as - < FILE`,
    );
  }
}

async function fromStdin(): Promise<string> {
  let bytes = 0;
  return text(
    process.stdin.map((chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES)
        throw new Fault('usage', `stdin holds more than ${MAX_BYTES} bytes of arguments`);
      return chunk;
    }),
  );
}
