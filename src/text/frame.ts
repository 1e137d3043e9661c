/** Frames data of strangers for a model: what stands between the marks is rendered text, in which no mark can occur. */

/**
 * The marks use the bracket that a rendering always escapes (`⟦` is shown as `⟦U+27E6⟧`), so data can neither close its
 * frame nor open another one; the nonce of the run tells the marks of one run from those that a text quotes.
 */
export const frame = (rendered: string, nonce: string): string =>
  `\u27E6data ${nonce}\u27E7\n${rendered}\n\u27E6end ${nonce}\u27E7`;
