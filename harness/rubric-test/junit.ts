/** Writes what fixtures came to as JUnit XML, in which no text of a candidate can be markup. */
import { renderText } from '../../src/text/render.js';
import type { FixtureReport } from './report.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
};

/** Rendered first, so that no character is left which XML 1.0 cannot hold. */
const escaped = (text: string): string =>
  renderText(text)
    .replace(/[&<>"'\t\n]/g, (character) => ENTITIES[character] ?? '')
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD');

export function junitXml(reports: readonly FixtureReport[]): string {
  const suites = reports.map(({ name, checks, problem, seconds }) => {
    const cases =
      problem === null
        ? checks.map(({ relation, outcome, why }) => testCase(name, relation, outcome, why))
        : [testCase(name, 'is graded', 'broken', problem)];
    const failures = problem === null ? checks.filter(({ outcome }) => outcome === 'broken').length : 1;
    const skipped = checks.filter(({ outcome }) => outcome === 'not_asked').length;
    return `  <testsuite name="${escaped(name)}" tests="${cases.length}" failures="${failures}" skipped="${skipped}" time="${seconds.toFixed(3)}">\n${cases.join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function testCase(fixture: string, relation: string, outcome: string, why: string | null): string {
  const open = `    <testcase classname="${escaped(fixture)}" name="${escaped(relation)}"`;
  if (outcome === 'holds') return `${open}/>\n`;
  if (outcome === 'not_asked') return `${open}><skipped message="needs a model"/></testcase>\n`;
  return `${open}><failure message="${escaped(why ?? '')}"/></testcase>\n`;
}
