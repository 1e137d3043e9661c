/** Names from a candidate as they may stand in a claim. */
import { renderName } from '../text/render.js';

const MAX_NAME = 60;

/** Rendered, on one line, and short. */
export const nameInClaim = (name: string): string => renderName(name.slice(0, MAX_NAME));
