/** Comments that switch a linter, a type checker or a coverage count off. */
import type { Comment } from '../lexer.js';
import type { Fact } from './fact.js';

/** Each directive, and the form in which it is narrow: it says which rule it means. */
const DIRECTIVES: readonly { readonly name: string; readonly is: RegExp; readonly narrow: RegExp }[] = [
  { name: 'noqa', is: /#\s*(flake8:\s*|ruff:\s*)?noqa\b/i, narrow: /noqa:\s*[A-Z]+\d/i },
  { name: 'type: ignore', is: /#\s*(type|pyright|mypy):\s*ignore\b/, narrow: /ignore\[/ },
  { name: 'pylint', is: /#\s*pylint:\s*(disable|skip-file)/, narrow: /disable(-next)?=(?!all)[\w-]/ },
  { name: 'no cover', is: /#\s*pragma:\s*no\s?cover|(istanbul|c8|v8) ignore/, narrow: /$^/ },
  { name: 'nosec', is: /#\s*nosec\b/, narrow: /nosec\s+B\d|nosec:?\s+G\d/ },
  {
    name: 'eslint',
    is: /(eslint|tslint|oxlint)[-:]disable/,
    narrow: /disable(-next-line|-line)?[: ]\s*[@\w]/,
  },
  { name: 'ts', is: /@ts-(ignore|nocheck|expect-error)/, narrow: /@ts-expect-error/ },
  { name: 'biome', is: /biome-ignore/, narrow: /biome-ignore(-all)?\s+lint\/\w/ },
  { name: 'nolint', is: /\/\/\s*(nolint\b|lint:ignore)/, narrow: /nolint:\s*(?!all)\w|lint:ignore\s+\w/ },
  { name: 'shellcheck', is: /#\s*shellcheck\s+disable=/, narrow: /disable=SC\d/ },
];

/** @returns one fact for a directive, none for an ordinary comment. */
export function suppressionFacts({ text, line }: Comment): Fact[] {
  const start = text.slice(0, 300);
  const found = DIRECTIVES.find(({ is }) => is.test(start));
  if (found === undefined) return [];
  const traits = found.narrow.test(start) ? [] : ['blanket'];
  const place = { line, endLine: line, within: '', literals: [], results: [] };
  return [{ kind: 'suppression', key: `${found.name} ${start.trim()}`, name: found.name, traits, ...place }];
}
