/** What a test server needs to know of a wire format, and what the formats share. */
import type { Adapter } from '../../../harness/providers/attempt.js';
import { type ConverseOptions, converse } from '../../../harness/providers/converse.js';
import type { Provider } from '../../../harness/providers/port.js';
import { shippedPrices } from '../../../harness/providers/prices.js';

export interface Neutral {
  readonly text?: string;
  readonly thinking?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly finish?: 'done' | 'length' | 'filter' | 'refusal';
  readonly usage?: {
    readonly fresh: number;
    readonly cached: number;
    readonly written: number;
    readonly output: number;
  };
}

export type Json = Record<string, unknown>;

export interface Dialect {
  readonly kind: 'anthropic' | 'openai' | 'openai-chat';
  readonly path: string;
  /** A model of this vendor in the price table. */
  readonly model: string;
  whole(answer: Neutral): Json;
  /** The frames that spell out a whole document. */
  frames(whole: Json): string[];
  /** An error in the middle of a stream. */
  broken(type: string, message: string): string;
  open(url: string, options?: Partial<ConverseOptions> & { readonly model?: string }): Promise<Provider>;
}

export const TEST_KEY = 'sk-test-0123456789abcdef-secret';
export const MODEL = 'judge-model';

export const USAGE = { fresh: 900, cached: 0, written: 0, output: 120 };
export const event = (data: Json): string =>
  `event: ${String(data['type'])}\ndata: ${JSON.stringify(data)}\n\n`;
export const chunk = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
/** Cuts a text in two, so that every stream really has pieces. */
export const halves = (text: string): string[] => [
  text.slice(0, text.length >> 1),
  text.slice(text.length >> 1),
];

const FAST = { base_s: 0.001, cap_s: 1, seed: 'test' };

export const opener =
  (
    make: (url: string, model: string) => Promise<Adapter>,
    vendor: string,
    fallback: string,
  ): Dialect['open'] =>
  async (url, { model = fallback, ...options } = {}) =>
    converse(await make(url, model), {
      vendor,
      prices: shippedPrices(),
      secrets: [TEST_KEY],
      idle_s: 5,
      ...options,
      retry: { ...FAST, ...options.retry },
    });

export const parsed = (text: string): unknown => {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
};
