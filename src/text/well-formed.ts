/** Writes halves of surrogate pairs out: they have no UTF-8 bytes, so no record can hold them. */
import { mapTexts } from './map-texts.js';

const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export const isWellFormed = (text: string): boolean => text.search(HALF) < 0;

/** Each half becomes its escape in JSON, `\ud800`: names that differ go on to differ. */
export const wellFormed = (text: string): string =>
  text.replace(HALF, (half) => `\\u${half.charCodeAt(0).toString(16)}`);

/** The same for all texts and names in a value of JSON. @throws Fault input where it is nested too deeply */
export const wellFormedValue = <T>(value: T): T => mapTexts(value, wellFormed);
