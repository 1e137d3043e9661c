/** Facts of Python tests: cases, their assertions, and what switches them off. */
import { childOf, partsOf, type SyntaxNode } from '../syntax.js';
import { type FactBook, lastName, type Rules, traitsOf } from './fact.js';

const SKIP_NAME = /^(skip|skipTest|xfail|SkipTest|skipif|skipIf|skipUnless|expectedFailure|importorskip)$/;
const CONDITIONAL = /^(skipif|skipIf|skipUnless|importorskip)$/;

const WEAK =
  /^assert(True|IsNotNone|NotEqual|IsInstance|Greater|GreaterEqual|Less|LessEqual|In|AlmostEqual)$/;

export const PYTHON_TEST_RULES: Rules = {
  assert_statement: assertFact,
  call: callFact,
  decorator: (node, book) => skipFact(node, partsOf(node)[0] ?? null, book),
  raise_statement: (node, book) => skipFact(node, partsOf(node)[0] ?? null, book),
  assignment: (node, book) => {
    if (book.textOf(childOf(node, 'left')) === 'pytestmark') skipFact(node, childOf(node, 'right'), book);
  },
  function_definition: (node, book) => {
    const name = book.textOf(childOf(node, 'name'));
    if (!name.startsWith('test')) return;
    book.add('test', node, { name, key: name });
    const body = childOf(node, 'body');
    const first =
      body === null
        ? undefined
        : partsOf(body).find(
            ({ type, children }) => !(type === 'expression_statement' && children[0]?.type === 'string'),
          );
    if (body !== null && (first === undefined || /^(return|pass)_statement$/.test(first.type)))
      book.add('skip', first ?? node, { name: 'return', key: `return ${name}` });
  },
};

function assertFact(node: SyntaxNode, book: FactBook): void {
  const condition = partsOf(node)[0];
  if (condition !== undefined)
    book.add('assertion', node, {
      literals: book.literalsIn(condition),
      traits: traitsOf({ vacuous: isVacuous(condition, book), weak: isWeak(condition) }),
    });
}

/** Holds for nearly everything: a name alone, `is not None`, an inequality. */
const isWeak = ({ type, children }: SyntaxNode): boolean =>
  /^(identifier|attribute|call)$/.test(type) ||
  (type === 'comparison_operator' && children.some((part) => /^(is not|!=|>=|<=|not in)$/.test(part.type)));

/** True for `True`, `1`, `"text"` and for `x == x`. */
function isVacuous(condition: SyntaxNode, book: FactBook): boolean {
  if (/^(true|integer|string)$/.test(condition.type)) return true;
  if (condition.type !== 'comparison_operator') return false;
  const [left, right, more] = partsOf(condition);
  if (left === undefined || right === undefined || more !== undefined) return false;
  return (
    /^(==|is)$/.test(book.textOf(childOf(condition, 'operators'))) && book.keyOf(left) === book.keyOf(right)
  );
}

function callFact(node: SyntaxNode, book: FactBook): void {
  const name = book.nameOf(childOf(node, 'function'));
  const last = lastName(name);
  const given = childOf(node, 'arguments');
  const [first, second] = given === null ? [] : partsOf(given);
  if (/^assert[A-Z_]/.test(last) || /^(pytest\.)?(raises|warns|fail)$/.test(name)) {
    const same = first !== undefined && second !== undefined && book.keyOf(first) === book.keyOf(second);
    const truth = last === 'assertTrue' && first !== undefined && isVacuous(first, book);
    book.add('assertion', node, {
      name: last,
      literals: book.literalsIn(given),
      traits: traitsOf({ vacuous: truth || (last === 'assertEqual' && same), weak: WEAK.test(last) }),
    });
  } else if (name === 'pytest.skip' || last === 'skipTest' || name === 'pytest.importorskip')
    skipFact(node, node, book);
}

function skipFact(node: SyntaxNode, expression: SyntaxNode | null, book: FactBook): void {
  if (expression === null) return;
  const called = expression.type === 'call' ? childOf(expression, 'function') : expression;
  const name = lastName(book.nameOf(called));
  if (!SKIP_NAME.test(name)) return;
  // Inside a condition (a platform, a missing dependency) a skip is a statement about the environment.
  const guarded =
    node.parent?.parent?.type === 'if_statement' || node.parent?.parent?.parent?.type === 'if_statement';
  book.add('skip', node, { name, traits: traitsOf({ conditional: CONDITIONAL.test(name) || guarded }) });
}
