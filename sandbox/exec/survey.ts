/** What of the sandbox works on this machine, what is missing, and what to do about it. */
import { Fault } from '../../src/fault.js';
import { openBubblewrap } from './bubblewrap.js';
import type { Engine } from './engine.js';
import { OWN_IMAGE } from './image.js';
import type { HeldLimit, Sandbox } from './port.js';
import { type Swept, sweep } from './sweep.js';
import { EMPTY_TREE } from './tree.js';

export interface Finding {
  readonly name: string;
  /** null: works; else what to do. */
  readonly help: string | null;
  readonly detail: string;
}

export interface Survey {
  readonly findings: readonly Finding[];
  /** What a check without a task image would run on now. */
  readonly driver: Sandbox['driver'];
  /** What dead runs had left; null where it was not to be removed. */
  readonly swept: Swept | null;
}

export interface SurveyOptions {
  readonly dockerHost?: string | undefined;
  readonly folder?: string | undefined;
  /** Remove what dead runs left. */
  readonly clean?: boolean | undefined;
}

const SETUP = 'on Debian or Ubuntu run scripts/setup-debian.sh; elsewhere';
const WHOLE: readonly HeldLimit[] = ['memory', 'pids', 'cpus'];

export async function surveySandbox({ dockerHost, folder, clean }: SurveyOptions = {}): Promise<Survey> {
  const engine = await reach(dockerHost);
  const reached = engine instanceof Fault ? null : engine;
  const swept = clean ? await sweep(reached, folder) : null;
  const image = reached ? await reached.image(OWN_IMAGE) : null;
  const bubblewrap = await surveyBubblewrap(folder);
  const findings: Finding[] = [
    engine instanceof Fault
      ? {
          name: 'container engine',
          detail: engine.message,
          help: `${SETUP} install Docker or Podman and start it`,
        }
      : { name: 'container engine', detail: `answers at ${engine.host}`, help: null },
    {
      name: 'image for checks',
      detail: image ? OWN_IMAGE : `${OWN_IMAGE} is missing`,
      help: image ? null : reached ? 'run `gagar image build`' : 'needs the engine first',
    },
    bubblewrap,
  ];
  const driver = image ? 'docker' : bubblewrap.help === null ? 'bubblewrap' : 'none';
  return { findings, driver, swept };
}

async function reach(host: string | undefined): Promise<Engine | Fault> {
  const { Engine } = await import('./engine.js');
  return Engine.connect(host).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'environment') return error;
    throw error;
  });
}

/** Makes a box and asks which limits of it as a whole held. */
async function surveyBubblewrap(folder: string | undefined): Promise<Finding> {
  const name = 'bubblewrap';
  try {
    await using box = await openBubblewrap({ folder });
    const { limits_held } = await box.exec(EMPTY_TREE, ['true']);
    const missing = WHOLE.filter((limit) => !limits_held.includes(limit));
    const weak = missing.length > 0 ? `; not held for the box as a whole here: ${missing.join(', ')}` : '';
    return { name, detail: `makes boxes; limits held: ${limits_held.join(', ')}${weak}`, help: null };
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      return { name, detail: error.message, help: 'needs a temporary folder first' };
    if (!(error instanceof Fault)) throw error;
    return { name, detail: error.message, help: `${SETUP} install bubblewrap and allow user namespaces` };
  }
}
