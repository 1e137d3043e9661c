/** The two filters as functions: the record of a line in, checked and filled as there, its answer out. */
import { lineFrom } from '../records/line.js';
import {
  AdvantagesLine,
  type AdvantagesLineInput,
  ShapeLine,
  type ShapeLineInput,
} from '../records/shape.js';
import { type AdvantagesAnswer, answerAdvantages, answerShape, type ShapeAnswer } from './lines.js';

/** Factors in, redistributed advantages out, as `gagar advantages`. @throws Fault input with every problem found */
export const advantages = (line: AdvantagesLineInput): AdvantagesAnswer =>
  answerAdvantages(lineFrom(AdvantagesLine, line));

/** The whole reward line, as `gagar shape`. @throws Fault input with every problem found */
export const shape = (line: ShapeLineInput): ShapeAnswer => answerShape(lineFrom(ShapeLine, line));
