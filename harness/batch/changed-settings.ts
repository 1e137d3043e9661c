/** Says which settings of a run differ from those that it was begun with. */
import { z } from 'zod';

const Settings = z.looseObject({ shape: z.looseObject({}).optional() });

/** @returns e.g. `mode: "redistribute", now "outcome"`, from two canonical JSON texts. */
export function changedSettings(before: string, now: string): string {
  const old = valuesIn(before);
  if (old === null) return 'the file holds no settings';
  return [...(valuesIn(now) ?? [])]
    .filter(([key, value]) => old.get(key) !== value)
    .map(([key, value]) => `${key}: ${old.get(key) ?? 'not stated'}, now ${value}`)
    .join('; ');
}

function valuesIn(text: string): Map<string, string> | null {
  let parsed: z.infer<typeof Settings>;
  try {
    parsed = Settings.parse(JSON.parse(text));
  } catch {
    return null;
  }
  const { shape, ...rest } = parsed;
  return new Map(Object.entries({ ...rest, ...shape }).map(([key, value]) => [key, JSON.stringify(value)]));
}
