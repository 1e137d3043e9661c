/** What code has proved of findings that no judge has made: the second key is all that is missing. */
import type { Finding } from '../records/citation.js';
import { isIntegrityKind } from '../vocabulary.js';
import type { VerifyIntegrity } from './verify.js';

/** A line for each candidate, for people. */
export async function provenAlone(findings: readonly Finding[], verify: VerifyIntegrity): Promise<string[]> {
  const proven = new Map<string, Set<string>>();
  for (const { candidate, about, polarity, citations } of findings) {
    const known = proven.get(candidate) ?? new Set();
    if (!isIntegrityKind(about) || polarity !== 'negative' || known.has(about)) continue;
    const why = await verify(about, candidate, citations);
    if (why === null) proven.set(candidate, known.add(about));
  }
  return [...proven].map(
    ([candidate, kinds]) =>
      `${candidate}: code has proved ${[...kinds].join(' and ')}; only a judge's finding is missing`,
  );
}
