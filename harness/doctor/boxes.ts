/** Looks at what checks can run on: a container engine with our image, and bubblewrap. */
import { openBubblewrap } from '../../sandbox/exec/bubblewrap.js';
import { Engine } from '../../sandbox/exec/engine.js';
import { OWN_IMAGE } from '../../sandbox/exec/image.js';
import type { TreeSource } from '../../sandbox/exec/tree.js';
import { Fault } from '../../src/fault.js';
import { type DoctorCheck, lacking, ok } from './check.js';

/** Nothing at all: what is asked is whether the box opens. */
const EMPTY: TreeSource = {
  baseId: 'empty',
  async *base() {},
  delta: async () => ({ files: [], removed: [] }),
};

const SETUP =
  'scripts/setup-debian.sh installs and starts it on Debian and Ubuntu; without it checks use bubblewrap';
const WRAP =
  'apt-get install bubblewrap (or your system’s package of that name); checks can use a container engine instead';

export async function engineChecks(host: string | undefined): Promise<DoctorCheck[]> {
  try {
    const engine = await Engine.connect(host);
    const image = await engine.image(OWN_IMAGE);
    return [
      ok('container engine', engine.host),
      image === null
        ? lacking('image', 'optional', `${OWN_IMAGE} is not there`, 'gagar image build')
        : ok('image', `${OWN_IMAGE} ${image.id.slice(7, 19)}`),
    ];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [lacking('container engine', 'optional', error.message, SETUP)];
  }
}

export async function bubblewrapCheck(): Promise<DoctorCheck> {
  try {
    await using box = await openBubblewrap();
    const { exit_code, not_started, limits_held } = await box.exec(EMPTY, ['true']);
    if (exit_code === 0) return ok('bubblewrap', `limits held: ${limits_held.join(', ')}`);
    return lacking('bubblewrap', 'optional', not_started ?? `\`true\` ended with ${exit_code}`, WRAP);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return lacking('bubblewrap', 'optional', error.message, WRAP);
  }
}
