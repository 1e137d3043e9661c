/** Facts of JavaScript and TypeScript tests: cases, their assertions, and what switches them off. */
import { childOf, partsOf, type SyntaxNode } from '../syntax.js';
import { type FactBook, type Rules, traitsOf } from './fact.js';

const CASE = /^(it|test|specify|Deno\.test)(\.(only|concurrent|each|skip|todo|fails))*$/;
const OFF =
  /^((it|test|describe|suite|context)(\.concurrent)?\.(skip|todo|failing|fails)|x(it|test|describe)|t\.(skip|todo))$/;
const ONLY = /^((it|test|describe|suite|context)\.only|f(it|describe))$/;
const CONDITIONAL = /\.(skipIf|runIf)$/;

export const JAVASCRIPT_TEST_RULES: Rules = {
  call_expression: (node, book) => {
    const called = childOf(node, 'function');
    const name =
      called?.type === 'call_expression' ? book.nameOf(childOf(called, 'function')) : book.nameOf(called);
    const given = partsOf(childOf(node, 'arguments') ?? node);
    if (CASE.test(name) && given.length > 1) {
      const title = book.keyOf(given[0] ?? null);
      book.add('test', node, { name: title, key: title });
      const body = childOf(given.at(-1) as SyntaxNode, 'body');
      const first = body?.type === 'statement_block' ? partsOf(body)[0] : null;
      if (first === undefined || first?.type === 'return_statement')
        book.add('skip', first ?? node, { name: 'return', key: `return ${title}` });
    }
    if (OFF.test(name)) book.add('skip', node, { name, key: `${name} ${book.keyOf(given[0] ?? null)}` });
    else if (ONLY.test(name)) {
      book.add('skip', node, { name, key: `${name} ${book.keyOf(given[0] ?? null)}`, traits: ['only'] });
    } else if (CONDITIONAL.test(name)) book.add('skip', node, { name, traits: ['conditional'] });
    assertionFact(node, name, given, book);
  },
};

function assertionFact(node: SyntaxNode, name: string, given: readonly SyntaxNode[], book: FactBook): void {
  const isAssert =
    /^(assert|invariant|t)(\.\w+)*$/.test(name) &&
    /^(assert(\.\w+)?|t\.(is|equal|deepEqual|same|true|ok|throws)\w*)$/.test(name);
  const [first, second] = given;
  if (isAssert) {
    const truth = first !== undefined && isTruth(first) && /^(assert|assert\.ok|t\.(true|ok))$/.test(name);
    const same = first !== undefined && second !== undefined && book.keyOf(first) === book.keyOf(second);
    book.add('assertion', node, {
      name,
      literals: given.flatMap((one) => book.literalsIn(one)),
      traits: traitsOf({
        vacuous: truth || (/equal|\.is$/i.test(name) && same),
        weak: /^(assert|assert\.ok|t\.ok)$/.test(name) && first?.type !== 'binary_expression',
      }),
    });
    return;
  }
  const subject = expectedBy(node, book);
  if (subject === null) return;
  const [value] = partsOf(childOf(subject, 'arguments') ?? subject);
  const matcher = book.textOf(childOf(childOf(node, 'function') as SyntaxNode, 'property'));
  const same = value !== undefined && first !== undefined && book.keyOf(value) === book.keyOf(first);
  const truth = value !== undefined && isTruth(value) && /^toBe(Truthy|Defined)$/.test(matcher);
  book.add('assertion', node, {
    name: matcher,
    literals: [
      ...(value === undefined ? [] : book.literalsIn(value)),
      ...given.flatMap((one) => book.literalsIn(one)),
    ],
    traits: traitsOf({
      vacuous: truth || (/^to(Be|Equal|StrictEqual)$/.test(matcher) && same),
      weak: /^toBe(Truthy|Defined|InstanceOf|CloseTo)$|^toBe(Greater|Less)\w*$/.test(matcher),
    }),
  });
}

/** The `expect(value)` under `expect(value).not.toBe`, where this call is the matcher of it. */
function expectedBy(node: SyntaxNode, book: FactBook): SyntaxNode | null {
  const called = childOf(node, 'function');
  let under = called?.type === 'member_expression' ? childOf(called, 'object') : null;
  while (under?.type === 'member_expression') under = childOf(under, 'object');
  return under?.type === 'call_expression' && book.textOf(childOf(under, 'function')) === 'expect'
    ? under
    : null;
}

const isTruth = (node: SyntaxNode): boolean => /^(true|number|string)$/.test(node.type);
