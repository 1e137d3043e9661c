/** The three wire formats that every HTTP test runs against. */
import { ANTHROPIC } from './anthropic.js';
import { CHAT } from './chat.js';
import type { Dialect } from './dialect.js';
import { RESPONSES } from './responses.js';

export const DIALECTS: readonly Dialect[] = [ANTHROPIC, RESPONSES, CHAT];
