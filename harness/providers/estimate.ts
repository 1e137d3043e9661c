/** A rough count of tokens where nothing better is known: UTF-8 bytes / 4. An estimate, never a bill. */
import type { Message, ModelRequest } from './port.js';

export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

const messageText = (message: Message): string =>
  message.role === 'user'
    ? [...message.results.map(({ text }) => text), ...message.text].join('')
    : message.text + JSON.stringify(message.calls);

/** Input tokens of a whole request, reasoning blocks not counted. */
export const estimateInput = ({ system, tools, messages }: ModelRequest): number =>
  estimateTokens(system + JSON.stringify(tools)) +
  messages.reduce((sum, message) => sum + estimateTokens(messageText(message)), 0);
