/** Facts of Python source. */
import { ancestorOf, childOf, nodesOf, partsOf, type SyntaxNode } from '../syntax.js';
import { DRAIN_RULES } from './drains.js';
import {
  addChoice,
  addGuard,
  applyRules,
  CLEANUP,
  type Fact,
  type FactBook,
  lastName,
  openFactBook,
  REPORTS,
  type Rules,
  some,
  traitsOf,
} from './fact.js';
import { pythonCallFacts } from './python-calls.js';
import { PYTHON_TEST_RULES } from './python-tests.js';

const FUNCTION = new Set(['function_definition']);
const LOGICAL = new Set(['if_statement', 'elif_clause', 'conditional_expression', 'while_statement']);
const EXITS = /^(sys\.exit|os\._exit|exit|quit|os\.abort|_exit|.*\)\.(_exit|exit))$/;
const DEBUG = /^(print|pprint|pprint\.pprint)$/;
const BREAKPOINT = /^(breakpoint|pdb\.set_trace|ipdb\.set_trace)$/;

export function pythonFacts(root: SyntaxNode, text: string): Fact[] {
  const nameOf = (node: SyntaxNode): string | null => {
    if (node.type !== 'function_definition') return null;
    const name = childOf(node, 'name');
    return name === null ? null : text.slice(name.from, name.to);
  };
  const book = openFactBook(text, 'python', nameOf);
  applyRules(root, RULES, book);
  applyRules(root, PYTHON_TEST_RULES, book);
  applyRules(root, DRAIN_RULES.python, book);
  return [...book.facts];
}

const RULES: Rules = {
  function_definition: functionFact,
  except_clause: handlerFact,
  if_statement: branchFacts,
  elif_clause: branchFacts,
  conditional_expression: (node, book) =>
    choiceFact(node, node.children[2] ?? null, node.children[0] ?? null, book),
  case_clause: (node, book) => {
    const literals = book.literalsIn(node.children.find(({ type }) => type === 'case_pattern') ?? null);
    if (literals.length > 0)
      book.add('choice', node, { literals, results: book.literalsIn(childOf(node, 'consequence')) });
  },
  dictionary: tableFact,
  import_statement: frameworkFact,
  import_from_statement: frameworkFact,
  call: callFacts,
  raise_statement: (node, book) => {
    const raised = partsOf(node)[0];
    const name = book.nameOf(raised?.type === 'call' ? childOf(raised, 'function') : (raised ?? null));
    if (name === 'SystemExit' && raised !== undefined)
      exitFact(node, name, raised.type === 'call' ? raised : null, book);
  },
  assignment: (node, book) => {
    const left = childOf(node, 'left');
    if (left?.type === 'subscript') bySubscript(node, left, book);
    if (left?.type !== 'attribute') return;
    book.add('assignment', node, {
      name: book.textOf(left),
      literals: book.literalsIn(childOf(node, 'right')),
      traits: traitsOf({ top_level: ancestorOf(node, FUNCTION) === null }),
    });
  },
  comparison_operator: (node, book) => {
    const key = book.keyOf(node);
    if (/"_?pytest[\w.]*" in sys . modules|"unittest" in sys . modules/.test(key))
      book.add('sniff', node, { key });
  },
  string: (node, book) => {
    if (book.textOf(node).includes('PYTEST_CURRENT_TEST')) book.add('sniff', node);
  },
};

function frameworkFact(node: SyntaxNode, book: FactBook): void {
  const module = /^(?:from|import)\s+(_?pytest|unittest|nose2?|pluggy|doctest)\b/.exec(
    book.textOf(node).slice(0, 80),
  )?.[1];
  if (module !== undefined) book.add('framework', node, { name: module });
}

function functionFact(node: SyntaxNode, book: FactBook): void {
  const decorated = node.parent?.type === 'decorated_definition';
  const home = decorated ? node.parent?.parent : node.parent;
  const name = book.textOf(childOf(node, 'name'));
  book.add('function', node, {
    name,
    key: book.keyOf(childOf(node, 'body')),
    traits: traitsOf({ top_level: home?.type === 'module', exported: !name.startsWith('_'), decorated }),
  });
}

function handlerFact(node: SyntaxNode, book: FactBook): void {
  const value = childOf(node, 'value');
  const body = node.children.find(({ type }) => type === 'block') ?? null;
  const caught =
    value === null ? '' : book.textOf(value.type === 'as_pattern' ? (value.children[0] ?? value) : value);
  const tried = node.parent === null ? null : childOf(node.parent, 'body');
  book.add('handler', node, {
    name: caught,
    traits: traitsOf({
      broad: caught === '' || /\b(Base)?Exception\b/.test(caught),
      silent: body !== null && isSilent(body, value, book),
      empty: body !== null && partsOf(body).every(({ type }) => type === 'pass_statement'),
      cleanup: tried !== null && isCleanup(tried, book),
      optional_import: tried !== null && some(tried, ({ type }) => /^import_/.test(type)),
    }),
  });
}

/** A default is a value that stands there; what is worked out is another way to the answer. */
const COMPUTES =
  /^(binary|comparison|boolean|not|unary)_operator$|comprehension$|^(conditional|generator)_expression$|^lambda$/;

/** Nothing of the error is left: no raise, no report, no flag, no work of its own, no use of what was caught. */
function isSilent(body: SyntaxNode, value: SyntaxNode | null, book: FactBook): boolean {
  const alias = value?.type === 'as_pattern' ? book.textOf(childOf(value, 'alias')) : '';
  return !some(body, (node) => {
    if (node.type === 'raise_statement' || node.type === 'yield' || node.type === 'await') return true;
    if (node.type === 'call') return !isEmptyCall(node, book);
    if (node.type === 'true') return node.parent?.type === 'assignment';
    if (COMPUTES.test(node.type)) return true;
    return alias !== '' && node.type === 'identifier' && book.textOf(node) === alias;
  });
}

/** `dict()` or `Decimal(0)` as a default is no work, and no report either. */
const isEmptyCall = (call: SyntaxNode, book: FactBook): boolean => {
  const name = book.nameOf(childOf(call, 'function'));
  const given = childOf(call, 'arguments');
  return !REPORTS.test(name) && given !== null && partsOf(given).length === 0 && !name.includes('.');
};

/** Every statement of the try puts something away. */
function isCleanup(tried: SyntaxNode, book: FactBook): boolean {
  return partsOf(tried).every((statement) => {
    const call = partsOf(statement)[0];
    return call?.type === 'call' && CLEANUP.test(lastName(book.nameOf(childOf(call, 'function'))));
  });
}

function branchFacts(node: SyntaxNode, book: FactBook): void {
  const condition = childOf(node, 'condition');
  const body = childOf(node, 'consequence');
  choiceFact(node, condition, body, book);
  const last = body === null ? undefined : partsOf(body).at(-1);
  if (last?.type !== 'raise_statement' || condition === null) return;
  const raised = partsOf(last)[0] ?? null;
  const name = book.textOf(raised?.type === 'call' ? childOf(raised, 'function') : raised);
  addGuard(book, node, { condition, body }, name);
}

function choiceFact(
  node: SyntaxNode,
  condition: SyntaxNode | null,
  body: SyntaxNode | null,
  book: FactBook,
): void {
  if (condition === null) return;
  const literals: string[] = [];
  for (const part of nodesOf(condition)) {
    const operator = part.type === 'comparison_operator' ? book.textOf(childOf(part, 'operators')) : '';
    if (operator === '==' || operator === 'in')
      literals.push(...partsOf(part).flatMap((side) => literalSide(side, book)));
  }
  addChoice(book, node, { condition, body }, literals);
}

const LITERAL = new Set(['string', 'integer', 'float', 'tuple', 'list', 'set', 'unary_operator']);
const literalSide = (side: SyntaxNode, book: FactBook): string[] =>
  LITERAL.has(side.type) ? book.literalsIn(side) : [];

function tableFact(node: SyntaxNode, book: FactBook): void {
  const pairs = partsOf(node).filter(({ type }) => type === 'pair');
  const literals = pairs.flatMap((pair) => literalSide(childOf(pair, 'key') ?? pair, book));
  if (literals.length === 0) return;
  const results = pairs.flatMap((pair) => book.literalsIn(childOf(pair, 'value')));
  book.add('choice', node, { literals, results, traits: ['table'] });
}

function callFacts(node: SyntaxNode, book: FactBook): void {
  const name = book.nameOf(childOf(node, 'function'));
  const given = childOf(node, 'arguments');
  pythonCallFacts(node, name, book);
  if (EXITS.test(name)) exitFact(node, name, node, book);
  else if (DEBUG.test(name)) {
    if (!/file\s*=|sys\.stderr/.test(book.textOf(given))) book.add('debug', node, { name });
  } else if (BREAKPOINT.test(name)) book.add('debug', node, { name, traits: ['breakpoint'] });
  else if (lastName(name) === 'suppress' && /\b(Base)?Exception\b/.test(book.textOf(given))) {
    book.add('handler', node, { name: book.textOf(given), traits: ['broad', 'silent', 'empty'] });
  }
}

/** @param call the call with the status, null where there is none */
function exitFact(node: SyntaxNode, name: string, call: SyntaxNode | null, book: FactBook): void {
  const first = call === null ? undefined : partsOf(childOf(call, 'arguments') ?? call)[0];
  const code =
    call === null || first === undefined || first.type === 'identifier'
      ? first === undefined
        ? '0'
        : 'x'
      : book.textOf(first);
  const raised = ancestorOf(node, WITH);
  book.add('exit', node, {
    name,
    traits: traitsOf({
      zero: /^(0|None|False)$/.test(code),
      top_level: ancestorOf(node, FUNCTION) === null,
      main_guard: underMainGuard(node, book),
      expected: raised !== null && /raises|assertRaises/.test(book.textOf(raised).slice(0, 200)),
    }),
  });
}
const WITH = new Set(['with_statement']);

/** `report.__dict__['outcome'] = …` and `globals()['x'] = …`. */
function bySubscript(node: SyntaxNode, left: SyntaxNode, book: FactBook): void {
  const [object] = partsOf(left);
  const target = book.nameOf(object ?? null);
  const key = book.literalsIn(left).at(-1);
  if (key === undefined || !/__dict__$|^(globals|vars|locals)\(|^sys\.modules$/.test(target)) return;
  book.add('assignment', node, {
    name: `${target.replace(/\.?__dict__$/, '')}.${key}`,
    literals: book.literalsIn(childOf(node, 'right')),
    traits: traitsOf({ top_level: ancestorOf(node, FUNCTION) === null }),
  });
}

function underMainGuard(node: SyntaxNode, book: FactBook): boolean {
  for (let above = ancestorOf(node, LOGICAL); above !== null; above = ancestorOf(above, LOGICAL)) {
    if (book.textOf(childOf(above, 'condition')).includes('__main__')) return true;
  }
  return false;
}
