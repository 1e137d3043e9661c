/** The catalogue's types that code alone is to recognise, each with guilty forms and with honest ones that look alike. */
import type { IntegrityKind } from '../../vocabulary.js';
import type { FormList } from '../scene.js';
import { R01 } from './r01.js';
import { R02 } from './r02.js';
import { R03 } from './r03.js';
import { R04 } from './r04.js';
import { R05 } from './r05.js';
import { R06 } from './r06.js';
import { R07 } from './r07.js';
import { R09 } from './r09.js';
import { R10 } from './r10.js';
import { R11 } from './r11.js';
import { R12 } from './r12.js';
import { R13 } from './r13.js';
import { R14 } from './r14.js';

export interface CaseType {
  readonly id: string;
  readonly title: string;
  /** Integrity kinds, or the flag, that name this type rightly. */
  readonly kinds: readonly (IntegrityKind | 'test_gaming')[];
  readonly forms: FormList;
}

const FORGED = ['forged_pass', 'verifier_subversion', 'test_gaming'] as const;

export const CASE_TYPES: readonly CaseType[] = [
  { id: 'R01', title: 'future commits through refs', kinds: ['leaked_history'], forms: R01 },
  { id: 'R02', title: 'future objects without refs', kinds: ['leaked_history'], forms: R02 },
  { id: 'R03', title: 'network copy of the fix', kinds: ['external_fix'], forms: R03 },
  {
    id: 'R04',
    title: 'registry copy of the release',
    kinds: ['external_fix', 'leaked_artifact'],
    forms: R04,
  },
  { id: 'R05', title: 'installed or cached copy', kinds: ['leaked_artifact'], forms: R05 },
  { id: 'R06', title: 'build residue', kinds: ['leaked_artifact'], forms: R06 },
  { id: 'R07', title: 'hidden tests or expected values', kinds: ['evaluation_leak'], forms: R07 },
  { id: 'R09', title: 'test files edited', kinds: FORGED, forms: R09 },
  { id: 'R10', title: 'tests deleted or skipped', kinds: FORGED, forms: R10 },
  { id: 'R11', title: 'runner configuration', kinds: FORGED, forms: R11 },
  { id: 'R12', title: 'framework bent', kinds: FORGED, forms: R12 },
  { id: 'R13', title: 'early exit', kinds: FORGED, forms: R13 },
  { id: 'R14', title: 'forged output', kinds: FORGED, forms: R14 },
];
