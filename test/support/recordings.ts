/** The head of a recording for tests that need one. */
import type { RecordingHead } from '../../harness/recording.js';

export const JUDGE: RecordingHead['judge'] = {
  kind: 'scripted',
  provider: 'scripted',
  model: 'script',
  protocol: 'gagar.judge/1',
  prompt_digest: null,
  rubric_digest: 'r',
  profile_digest: 'p',
  seed: 's',
  alias_map: {},
};

export const HEAD: RecordingHead = {
  schema: 'gagar.recording/1',
  group: 'groups/one',
  input_digest: 'd',
  judge: JUDGE,
  config: { turns: 40 },
  aliases: { A: 'r1', B: 'r2' },
};
