/** Reports over a whole run: lists of instances by outcome, of SWE-bench in its versions and of Multi-SWE-bench. */
import { isObject, type JsonObject } from '../../text/json.js';
import type { AttemptFacts } from '../claim.js';

/** Lists by outcome, in the order in which they decide. */
const OUTCOMES: readonly (readonly [readonly string[], AttemptFacts])[] = [
  [['resolved_ids', 'resolved'], { passed: true }],
  [['empty_patch_ids', 'no_generation'], { passed: false }],
  [
    ['error_ids', 'infra_error_ids'],
    { passed: false, validity: { status: 'infra', reason: 'the report of the run lists it as an error' } },
  ],
  [['unresolved_ids', 'applied', 'with_logs', 'no_apply', 'no_logs'], { passed: false }],
];

const idsIn = (report: JsonObject, name: string): string[] => {
  const list = report[name];
  return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : [];
};

export const isRunReport = (value: unknown): value is JsonObject =>
  isObject(value) &&
  (Array.isArray(value['resolved_ids']) ||
    (Array.isArray(value['resolved']) &&
      ['applied', 'generated', 'no_generation'].some((name) => name in value)));

/** Every instance that the report names, with what it says of it. */
export function readRunReport(report: JsonObject): ReadonlyMap<string, AttemptFacts> {
  const found = new Map<string, AttemptFacts>();
  for (const [names, facts] of OUTCOMES) {
    for (const id of names.flatMap((name) => idsIn(report, name))) {
      const instance = plainId(id);
      if (!found.has(instance)) found.set(instance, facts);
    }
  }
  return found;
}

/** `org/repo:pr-12` of Multi-SWE-bench as `org__repo-12`. */
export function plainId(id: string): string {
  const match = /^([\w.-]+)\/([\w.-]+):pr-(\d+)$/.exec(id);
  return match ? `${match[1]}__${match[2]}-${match[3]}` : id;
}
