/** Loads rubrics and factor profiles, shipped or a user's own, with the digest that every result carries. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { Fault } from '../src/fault.js';
import type { Digested } from '../src/fold/settings.js';
import { canonicalText } from '../src/records/digest.js';
import { Profile } from '../src/records/profile.js';
import { Rubric } from '../src/records/rubric.js';
import { assetPath } from './assets.js';
import { readData } from './data-file.js';

/** `name` is a shipped rubric, or the path of a .yaml or .json file. @throws Fault usage, input */
export const loadRubric = (name = 'code-quality'): Digested<Rubric> => load(OfCodeQuality, name, 'rubrics');

/** Both kinds are called a rubric, so one that was meant for the other command is told so, instead of field by field. */
const OfCodeQuality = z
  .unknown()
  .refine((value) => !('schema' in Object(value)), {
    abort: true,
    error:
      'is the rubric of one task, for `gagar grs`; one of code quality holds name, version, clean, dimensions',
  })
  .pipe(Rubric);

/** `name` is a shipped factor profile, or the path of a .yaml or .json file. @throws Fault usage, input */
export const loadProfile = (name = 'flash'): Digested<Profile> => load(Profile, name, 'rubrics', 'profiles');

function load<T extends object>(schema: z.ZodType<T>, name: string, ...folder: string[]): Digested<T> {
  const isPath = /[/\\]|\.(ya?ml|json)$/.test(name);
  const value = readData(schema, isPath ? name : shipped(name, folder));
  return { value, digest: createHash('sha256').update(canonicalText(value)).digest('hex') };
}

function shipped(name: string, folder: readonly string[]): string {
  const path = assetPath(...folder, `${name}.yaml`);
  if (existsSync(path)) return path;
  const known = readdirSync(assetPath(...folder)).filter((file) => file.endsWith('.yaml'));
  throw new Fault(
    'usage',
    `${JSON.stringify(name)} does not ship with gagar; known: ${known.map((file) => basename(file, '.yaml')).join(', ')}, or give the path of a .yaml file`,
  );
}
