/** Reads the vectors of test/vectors. */
import { readFileSync } from 'node:fs';

/** The file's records, as its `about` describes them. */
export const vectors = <Case>(name: string): Case[] =>
  (JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8')) as { cases: Case[] })
    .cases;
