/** The hand-written list of commands; a command is one file here and one line below. */
import type { AddCommand } from './add-command.js';
import { addAdvantages } from './advantages.js';
import { addBatch } from './batch.js';
import { addCheck } from './check.js';
import { addDoctor } from './doctor.js';
import { addGrade } from './grade.js';
import { addGrs } from './grs.js';
import { addImage } from './image.js';
import { addImport } from './import.js';
import { addIntegrity } from './integrity.js';
import { addJudge } from './judge.js';
import { addLeaks } from './leaks.js';
import { addMcp } from './mcp.js';
import { addRedteam } from './redteam.js';
import { addRefold } from './refold.js';
import { addReplay } from './replay.js';
import { addRerun } from './rerun.js';
import { addRubric } from './rubric.js';
import { addSchema } from './schema.js';
import { addShape } from './shape.js';
import { addShow } from './show.js';
import { addSummary } from './summary.js';
import { addWorkspace } from './workspace.js';

export const COMMANDS: readonly AddCommand[] = [
  addGrade,
  addGrs,
  addBatch,
  addJudge,
  addMcp,
  addImport,
  addShow,
  addReplay,
  addSummary,
  addRefold,
  addRubric,
  addCheck,
  addSchema,
  addDoctor,
  addRerun,
  addWorkspace,
  addIntegrity,
  addLeaks,
  addRedteam,
  addAdvantages,
  addShape,
  addImage,
];
