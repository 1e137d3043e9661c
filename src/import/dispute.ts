/** What several places say of one attempt's verdict, where they do not say the same: which is believed, and why. */
import type { AttemptFacts, Claim, Validity } from './claim.js';

/** A claim with what it says. */
export interface Heard {
  readonly claim: Claim;
  readonly facts: AttemptFacts;
}

export interface Dispute {
  readonly warnings: readonly string[];
  /** Given where nothing says which of them is right. */
  readonly validity?: Validity;
}

/** @param heard in the order in which they are believed */
export function disputeOf(heard: readonly Heard[]): Dispute {
  const [believed, ...others] = heard.filter(({ facts }) => typeof facts.passed === 'boolean');
  const against = others.filter(({ facts }) => facts.passed !== believed?.facts.passed);
  if (believed === undefined || against.length === 0) return { warnings: [] };
  const open = against.some(({ claim }) => claim.rank === 3 && believed.claim.rank === 3);
  const end = open
    ? 'nothing says which is right, so it has no verdict; take one of them out, or give one with --results'
    : `the latter is believed, which is about this attempt alone${believed.claim.rank === 0 ? ' and nearest to its tests' : ''}`;
  return {
    warnings: against.map((one) => `${saysOf(one)}, but ${saysOf(believed)}; ${end}`),
    ...(open && { validity: { status: 'unknown', reason: 'reports contradict one another on its verdict' } }),
  };
}

const fileOf = ({ claim }: Heard): string => {
  const [file] = claim.files;
  return file === undefined ? claim.format : file.place === '' ? file.path : `${file.path}:${file.place}`;
};

function saysOf(one: Heard): string {
  const { passed, validity } = one.facts;
  const why = passed || validity === undefined ? '' : ` (${validity.reason})`;
  return `${fileOf(one)} says that it ${passed ? 'passed' : 'did not pass'}${why}`;
}
