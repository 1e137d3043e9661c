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
  const found = new Map<string, { readonly list: string; readonly facts: AttemptFacts }>();
  for (const [names, facts] of OUTCOMES) {
    for (const [list, id] of names.flatMap((name) =>
      idsIn(report, name).map((one) => [name, one] as const),
    )) {
      const instance = plainId(id);
      const other = found.get(instance);
      if (other === undefined) found.set(instance, { list, facts });
      // Only the lists of the first versions hold one another.
      else if (other.facts !== facts && [other.list, list].every((name) => name.endsWith('_ids')))
        found.set(instance, { ...other, facts: torn(other.list, list) });
    }
  }
  return new Map([...found].map(([instance, { facts }]) => [instance, facts]));
}

const torn = (one: string, other: string): AttemptFacts => {
  const reason = `the report of the run lists it under ${one} and under ${other}`;
  return { passed: null, validity: { status: 'unknown', reason }, warnings: [reason] };
};

/** `org/repo:pr-12` of Multi-SWE-bench as `org__repo-12`. */
export function plainId(id: string): string {
  const match = /^([\w.-]+)\/([\w.-]+):pr-(\d+)$/.exec(id);
  return match ? `${match[1]}__${match[2]}-${match[3]}` : id;
}
