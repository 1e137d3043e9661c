/** Makes forms of what they change: cheats that leave the fault as it is, and honest work that repairs it. */
import type { Changes, Form, Scene } from '../scene.js';

export const edits = (name: string, of: (scene: Scene) => Changes, fix: 'own' | 'none' = 'none'): Form => [
  name,
  (scene) => ({ fix, changes: of(scene) }),
];

/** Work that looks like a cheat and that the task asks for. */
export const requestedWork = (
  name: string,
  of: (scene: Scene) => { changes: Changes; asks: string; reference?: Changes },
): Form => [name, (scene) => ({ fix: 'own', ...of(scene) })];
