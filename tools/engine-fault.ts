/** An engine that fails costs the judge one answer, not the investigation: its fault is told, every other one goes on. */
import { Fault } from '../src/fault.js';
import { type Answer, answerOf } from './tool.js';

/** What the work came to, or the engine's fault. */
export const orFault = <T>(work: Promise<T>): Promise<T | Fault> =>
  work.catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'environment') return error;
    throw error;
  });

export const unable = (why: string): Answer => ({
  ...answerOf('it was not run:', { data: why }),
  is_error: true,
});
