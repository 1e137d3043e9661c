/** Masks what differs from run to run and says nothing: durations, addresses in memory, paths of temporary folders. */

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w/])(?:\/private)?(?:\/var)?\/tmp\/[^\s'"`:,;()[\]{}<>]*/g, '<temporary>'],
  [/\b0x[0-9a-fA-F]{6,16}\b/g, '<address>'],
  [/\bduration_ms[:=]?\s*\d+(?:\.\d+)?/g, 'duration_ms <duration>'],
  [/(?<![\w.])\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s|secs?|seconds?|minutes?)\b/g, '<duration>'],
];

export const masked = (text: string): string =>
  MASKS.reduce((left, [pattern, mask]) => left.replace(pattern, mask), text);
