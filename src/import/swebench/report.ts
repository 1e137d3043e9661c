/** SWE-bench's verdict on one instance: `report.json`, or why there is none, from the lines that the harness itself wrote. */
import { clip } from '../../text/clip.js';
import { isObject, type JsonObject } from '../../text/json.js';
import type { AttemptFacts, TestStatuses } from '../claim.js';

/** FAIL_TO_PASS first; the other two are kept where they are there. */
const LISTS = ['FAIL_TO_PASS', 'PASS_TO_PASS', 'FAIL_TO_FAIL', 'PASS_TO_FAIL'] as const;

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];

/** What a report says; null where it is none of this instance. */
export function readReport(report: unknown, instance: string): AttemptFacts | null {
  const own = isObject(report) ? (Object.hasOwn(report, instance) ? report[instance] : report) : null;
  if (!isObject(own) || typeof own['resolved'] !== 'boolean') return null;
  const lists = isObject(own['tests_status']) ? own['tests_status'] : null;
  const status = lists === null ? {} : statusesOf(lists);
  const named = (list: string): string[] => {
    const both = isObject(lists?.[list]) ? lists[list] : {};
    return [...textsOf(both['success']), ...textsOf(both['failure'])];
  };
  const applied = own['patch_successfully_applied'];
  const nothingRan = lists !== null && Object.keys(status).length === 0 && !own['resolved'];
  return {
    passed: own['resolved'],
    ...(lists !== null && {
      tests: { status },
      task: { fail_to_pass: named('FAIL_TO_PASS'), pass_to_pass: named('PASS_TO_PASS') },
    }),
    ...(own['patch_is_None'] === true && { patch: null }),
    ...(nothingRan &&
      applied === true && { validity: { status: 'infra', reason: 'the report names no test at all' } }),
  };
}

function statusesOf(lists: JsonObject): TestStatuses {
  const status: [string, TestStatuses[string]][] = [];
  // What the first lists say of a test counts: later ones overwrite nothing.
  for (const list of [...LISTS].reverse()) {
    const both = isObject(lists[list]) ? lists[list] : {};
    for (const id of textsOf(both['failure'])) status.push([id, 'fail']);
    for (const id of textsOf(both['success'])) status.push([id, 'pass']);
  }
  return Object.fromEntries(status);
}

/** A line of the logger, or the last line of a Python error; what a patch or its files print is neither. */
const OWN_LINE =
  /^(?:\d{4}-\d\d-\d\d [\d:,]{8,12} - [A-Z]+ - |[\w.]{1,80}(?:Error|Exception|NotFound): )(.*)$/gm;
const ENDINGS: readonly (readonly [RegExp, (line: string) => AttemptFacts])[] = [
  [/>>>>> Patch Apply Failed/, () => ({ passed: false })],
  [
    /Test timed out after|Timeout error: \d+ seconds exceeded|>>>>> Tests Timed Out/,
    (line) => ({
      passed: false,
      tests: { status: {}, timed_out: true },
      validity: { status: 'infra', reason: `the tests ran out of time: ${line}` },
      warnings: [
        'the tests ran out of time, which the candidate may have caused; decide whether that is a failure',
      ],
    }),
  ],
  [
    /building image|BuildImageError|[Cc]reating container|ImageNotFound|docker\.errors|No space left|Read timed out|Connection (?:aborted|refused|reset)|Cannot connect/,
    (line) => ({ passed: false, validity: { status: 'infra', reason: line } }),
  ],
];

/** What `run_instance.log` says where no report was written. */
export function readRunLog(log: string): AttemptFacts {
  const lines = [...log.matchAll(OWN_LINE)].map((match) => match[0]);
  const errors = lines.filter((line) => !/ - INFO - Creating container/.test(line));
  for (const [pattern, facts] of ENDINGS) {
    const line = errors.find((one) => pattern.test(one));
    if (line !== undefined) return facts(clip(line, 300));
  }
  const reason = 'the harness wrote no report.json, and its log does not say why';
  return { passed: false, validity: { status: 'infra', reason } };
}

/** The verdict as the log repeats it, directly behind a line of the logger. */
export function resultInRunLog(log: string, instance: string): AttemptFacts | null {
  const line = /^\d{4}-\d\d-\d\d [\d:,]{8,12} - INFO - report: \{.*\n(Result for .*)$/gm;
  const last = [...log.matchAll(line)].at(-1)?.[1];
  const match = last === undefined ? null : /^Result for (.*): resolved: (True|False)$/.exec(last.trimEnd());
  if (match?.[1] !== instance) return null;
  const warnings = [
    'report.json is missing; the verdict was read from run_instance.log, test by test it is lost',
  ];
  return { passed: match[2] === 'True', warnings };
}

/** The last lines of a log of SWE-bench's first versions; a pass in them is a pass of every test that was run. */
export function readEvalLog(end: string): AttemptFacts {
  const markers = [...end.matchAll(/^>>>>> (.+)$/gm)].map((match) => match[1] ?? '');
  const last = markers.at(-1) ?? '';
  const why = 'the verdict was read from the last line of the log, test by test it is unknown';
  if (/^All Tests Passed/.test(last)) return { guess: { passed: true, why } };
  if (/^Patch Apply Failed/.test(last)) return { passed: false };
  if (/^Tests Timed Out/.test(last))
    return {
      passed: false,
      tests: { status: {}, timed_out: true },
      validity: { status: 'infra', reason: 'the tests ran out of time' },
    };
  return {};
}

/** The base commit in an evaluation script or at the start of its output, before anything of the candidate has run. */
export function baseIn(script: string): string | undefined {
  const [before = ''] = script.split('>>>>> Start Test Output', 1);
  return /^(?:\+ )?(?:.{0,200}Command: )?git (?:-c \S{1,100} )?checkout ([0-9a-f]{40})\b/m.exec(before)?.[1];
}
