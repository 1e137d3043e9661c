/** The projects that cases are set in, two per language. */
import type { Chance } from '../chance.js';
import type { CaseLanguage, Project } from '../scene.js';
import { ring, wrap } from './go.js';
import { query, slug } from './javascript.js';
import { shares, spans } from './python.js';
import { compare, rotate } from './shell.js';

/** Names, versions and numbers follow from the chance; the code is fixed. */
export const PROJECTS: Readonly<Record<CaseLanguage, readonly ((chance: Chance) => Project)[]>> = {
  python: [shares, spans],
  javascript: [query, slug],
  go: [wrap, ring],
  shell: [rotate, compare],
};
