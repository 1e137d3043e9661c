/** Where gagar keeps files outside a run folder: base stores in a cache, private group folders in the temporary folder. */
import { homedir, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { environment } from './environment.js';

/** `GAGAR_CACHE`, else `$XDG_CACHE_HOME/gagar`, else `~/.cache/gagar`; without a home the temporary folder. */
export function cacheDir(): string {
  const named = environment.cacheHome();
  if (named !== undefined) return resolve(named);
  const home = environment.home() ?? homedir();
  return home === '' || home === '/' ? resolve(tmpdir(), 'gagar-cache') : resolve(home, '.cache', 'gagar');
}

/** Root of the private folders; each names its owner and is swept when that process is gone. */
export const tempRoot = (): string => resolve(tmpdir(), 'gagar');
