/** The port through which every model is reached: one method, requests and messages in a form of our own. */
import type { Call, JsonObject, OpaqueContent, Turn } from './turn.js';

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly schema: JsonObject;
}

export interface ToolResult {
  readonly call_id: string;
  readonly text: string;
  readonly is_error: boolean;
}

/** All results of the assistant turn before it, then further text. */
export interface UserMessage {
  readonly role: 'user';
  readonly results: readonly ToolResult[];
  readonly text: readonly string[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly text: string;
  readonly calls: readonly Call[];
  readonly content: OpaqueContent | null;
}

export type Message = UserMessage | AssistantMessage;

export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  readonly max_output_tokens: number;
  /** The tool that must be called. A model that refuses to be forced is asked without force, so an `end` is possible. */
  readonly force_tool?: string;
  /** Several calls in one turn; default true. */
  readonly parallel_calls?: boolean;
  /** What is worth keeping in the provider's prompt cache: system and tools, or also the growing conversation (default). */
  readonly cache?: 'none' | 'stable' | 'growing';
}

export interface Limits {
  readonly signal?: AbortSignal;
  /** Milliseconds since the epoch; nothing is waited for beyond it. */
  readonly deadline: number;
}

export interface Provider {
  readonly kind: string;
  readonly model: string;
  /** Never rejects: every network, quota, model or budget fault comes back as a turn with its own `stop`. */
  next(request: ModelRequest, limits: Limits): Promise<Turn>;
  /** Told, before a run is gone on with, what this provider has answered in it: for one whose answers have an order of their own. */
  goOn?(answered: readonly Turn[]): void;
}
