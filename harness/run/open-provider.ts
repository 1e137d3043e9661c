/** Opens the provider that a judge's name asks for; keys come from the environment or a file, never from a command line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { environment } from '../environment.js';
import { RECORDING_FILE } from '../file-names.js';
import type { Adapter } from '../providers/attempt.js';
import { type ConverseOptions, converse } from '../providers/converse.js';
import type { Provider } from '../providers/port.js';
import { shippedPrices } from '../providers/prices.js';

export interface ProviderOptions {
  readonly model?: string;
  readonly base_url?: string;
  /** A file that holds the key and nothing else. */
  readonly key_file?: string;
  /** Seeds the jitter of the waits. */
  readonly seed?: string;
  /** Longest silence of a server, in seconds. */
  readonly idle_s?: number;
}

interface KeySource {
  readonly variable: string;
  readonly read: () => string | undefined;
}
const ANTHROPIC_KEY: KeySource = { variable: 'ANTHROPIC_API_KEY', read: environment.anthropicKey };
const OPENAI_KEY: KeySource = { variable: 'OPENAI_API_KEY', read: environment.openaiKey };

/** The key, or undefined where there is none. Its text never reaches a message. */
function findKey({ variable, read }: KeySource, key_file: string | undefined): string | undefined {
  const named = key_file === undefined ? variable : `the key file ${key_file}`;
  const key = key_file === undefined ? read()?.trim() : readKeyFile(key_file);
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7E]+$/.test(key))
    throw new Fault(
      'usage',
      `${named} does not hold a key: one line of printable ASCII without blanks is expected`,
    );
  return key;
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Fault('usage', `the key file cannot be read (${code})`, { file: path });
  }
}

const KEY_FIELD = 'key_file';

/** Whether a provider could not be opened for want of its key alone. */
export const lacksKey = (error: unknown): error is Fault =>
  error instanceof Fault && error.code === 'usage' && error.place.field === KEY_FIELD;

function requireKey(source: KeySource, { key_file }: ProviderOptions): string {
  const key = findKey(source, key_file);
  if (key !== undefined) return key;
  throw new Fault(
    'usage',
    `${source.variable} is not set: export it, or name a file that holds the key (key_file); a server of your own needs its address (base_url) and any key`,
    { field: KEY_FIELD },
  );
}

function requireModel(kind: string, { model }: ProviderOptions): string {
  if (model) return model;
  const way = 'give one with --model, or as model in gagar.config.yaml';
  throw new Fault('usage', `the judge ${kind} needs the name of a model: ${way}`);
}

function checkBaseUrl({ base_url }: ProviderOptions): { readonly base_url?: string } {
  if (base_url === undefined) return {};
  const url = URL.canParse(base_url) ? new URL(base_url) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Fault(
      'usage',
      `${base_url} is no http or https address; write it whole, as http://127.0.0.1:8000/v1`,
      { field: 'base_url' },
    );
  if (url.username || url.password)
    throw new Fault(
      'usage',
      'the address holds a user or password: give the key by environment or key file',
      {
        field: 'base_url',
      },
    );
  return { base_url };
}

const shell = (
  adapter: Adapter,
  vendor: string | null,
  key: string | undefined,
  { seed = '', idle_s }: ProviderOptions,
): Provider => {
  const options: ConverseOptions = {
    vendor,
    prices: shippedPrices(),
    secrets: key === undefined ? [] : [key],
    retry: { seed },
    ...(idle_s !== undefined && { idle_s }),
  };
  return converse(adapter, options);
};

/** A server of one's own may read a long prompt in silence; beyond 300 s the runtime gives up by itself. */
const LOCAL_IDLE_S = 290;

type Open = (options: ProviderOptions, argument: string) => Promise<Provider>;

const OPENERS: Record<string, Open> = {
  anthropic: async (options) => {
    const [model, key] = [requireModel('anthropic', options), requireKey(ANTHROPIC_KEY, options)];
    const { anthropic } = await import('../apis/anthropic.js');
    return shell(await anthropic({ model, key, ...checkBaseUrl(options) }), 'anthropic', key, options);
  },
  openai: async (options) => {
    const [model, key] = [requireModel('openai', options), requireKey(OPENAI_KEY, options)];
    const { openaiResponses } = await import('../apis/openai-responses.js');
    return shell(await openaiResponses({ model, key, ...checkBaseUrl(options) }), 'openai', key, options);
  },
  'openai-chat': async (options) => {
    const model = requireModel('openai-chat', options);
    const local = options.base_url !== undefined;
    const key = local ? findKey(OPENAI_KEY, options.key_file) : requireKey(OPENAI_KEY, options);
    const { openaiChat } = await import('../apis/openai-chat.js');
    const adapter = await openaiChat({ model, key: key ?? null, ...checkBaseUrl(options) });
    const patient = local ? { idle_s: LOCAL_IDLE_S, ...options } : options;
    return shell(adapter, local ? null : 'openai', key, patient);
  },
  scripted: async ({ model }, path) => {
    const { readScript, scripted } = await import('../providers/scripted.js');
    const script = readScript(path);
    return scripted(script.turns, model ?? script.model);
  },
  simulated: async (_options, path) => {
    const { readSimulation, simulated } = await import('../providers/simulated.js');
    return simulated(readSimulation(path));
  },
  answers: async (_options, file) => {
    const { answering, readAnswers } = await import('../providers/answers.js');
    return answering(readAnswers(file));
  },
  compromised: async () => (await import('../providers/compromised.js')).compromised(),
  recorded: async (_options, folder) => {
    const [{ recorded }, { readRecording }] = await Promise.all([
      import('../providers/recorded.js'),
      import('../recording-file.js'),
    ]);
    return recorded(await readRecording(join(folder, RECORDING_FILE)));
  },
};

/** Names that take a file or folder behind a colon. */
const WITH_ARGUMENT: Record<string, string> = {
  scripted: 'FILE',
  simulated: 'FILE',
  answers: 'FILE',
  recorded: 'DIR',
};

/**
 * `anthropic`, `openai`, `openai-chat`, `scripted:FILE`, `simulated:FILE`, `recorded:DIR` or `compromised`.
 * @throws Fault usage naming what is missing and the way out.
 */
export async function openProvider(spec: string, options: ProviderOptions = {}): Promise<Provider> {
  const [name = '', ...rest] = spec.split(':');
  const argument = rest.join(':');
  const open = Object.hasOwn(OPENERS, name) ? OPENERS[name] : undefined;
  const wanted = WITH_ARGUMENT[name];
  if (!open || (wanted === undefined && rest.length > 0)) {
    const known = Object.keys(OPENERS).map((one) => [one, WITH_ARGUMENT[one]].filter(Boolean).join(':'));
    throw new Fault('usage', `${JSON.stringify(spec)} is no judge; known are static, ${known.join(', ')}`, {
      field: 'judge',
    });
  }
  if (wanted !== undefined && argument === '')
    throw new Fault('usage', `${name} needs a path: ${name}:${wanted}`, { field: 'judge' });
  return open(options, argument);
}
