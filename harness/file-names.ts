/** Names of the files that a run folder holds. */

export const RESULT_FILE = 'result.json';

/** Of a batch: one result a line. */
export const RESULTS_FILE = 'results.jsonl';

export const RECORDING_FILE = 'recording.jsonl';
