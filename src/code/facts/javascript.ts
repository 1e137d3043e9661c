/** Facts of JavaScript and TypeScript source. */
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
  type Rules,
  some,
  traitsOf,
} from './fact.js';
import { javascriptCallFacts, readsCaller } from './javascript-calls.js';
import { JAVASCRIPT_TEST_RULES } from './javascript-tests.js';

const FUNCTIONS = new Set([
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
]);

export function javascriptFacts(root: SyntaxNode, text: string): Fact[] {
  const book = openFactBook(text, 'c', (node) => {
    const name = FUNCTIONS.has(node.type) ? nameNode(node) : null;
    return name === null ? null : text.slice(name.from, name.to);
  });
  applyRules(root, RULES, book);
  applyRules(root, JAVASCRIPT_TEST_RULES, book);
  applyRules(root, DRAIN_RULES.javascript, book);
  return [...book.facts];
}

/** The node that names a function: its own name, or the variable, property or target it is given to. */
function nameNode(node: SyntaxNode): SyntaxNode | null {
  const own = childOf(node, 'name');
  if (own !== null || node.field !== 'value' || node.parent === null) return own;
  return childOf(node.parent, 'name') ?? childOf(node.parent, 'key');
}

const RULES: Rules = {
  function_declaration: functionFact,
  generator_function_declaration: functionFact,
  method_definition: functionFact,
  arrow_function: functionFact,
  function_expression: functionFact,
  catch_clause: (node, book) => handlerFact(node, childOf(node, 'parameter'), childOf(node, 'body'), book),
  if_statement: (node, book) => {
    const condition = childOf(node, 'condition');
    const body = childOf(node, 'consequence');
    choiceFact(node, condition, body, book);
    guardFact(node, condition, body, book);
  },
  ternary_expression: (node, book) =>
    choiceFact(node, childOf(node, 'condition'), childOf(node, 'consequence'), book),
  switch_case: (node, book) => {
    const literals = literalSide(childOf(node, 'value'), book);
    const body = node.children.filter(({ field }) => field === 'body');
    if (literals.length > 0)
      book.add('choice', node, { literals, results: body.flatMap((part) => book.literalsIn(part)) });
  },
  object: tableFact,
  import_statement: (node, book) => frameworkFact(node, book.literalsIn(childOf(node, 'source'))[0], book),
  call_expression: callFacts,
  debugger_statement: (node, book) => book.add('debug', node, { traits: ['breakpoint'] }),
  assignment_expression: (node, book) => {
    const left = childOf(node, 'left');
    if (left?.type !== 'member_expression') return;
    book.add('assignment', node, {
      name: book.textOf(left),
      literals: book.literalsIn(childOf(node, 'right')),
      traits: traitsOf({ top_level: ancestorOf(node, FUNCTIONS) === null }),
    });
  },
  member_expression: (node, book) => {
    if (/^new Error \( ?("[^"]*" )?\) \. stack$/.test(book.keyOf(node)))
      book.add('frame', node, { name: 'Error.stack', traits: traitsOf({ reads: readsCaller(node, book) }) });
    if (
      /^process \. env \. (JEST_WORKER_ID|VITEST(_\w+)?|MOCHA\w*|NODE_TEST_\w+|AVA_\w+|TAP)$/.test(
        book.keyOf(node),
      )
    )
      book.add('sniff', node);
  },
  binary_expression: (node, book) => {
    if (/^process \. env \. NODE_ENV (= ){2,3}"test"$/.test(book.keyOf(node))) book.add('sniff', node);
  },
};

const FRAMEWORKS = /^(node:test|vitest|@jest\/\w+|jest|mocha|chai|ava|tap|@playwright\/test|bun:test)(\/|$)/;

/** A module that only tests have business with. */
function frameworkFact(node: SyntaxNode, source: string | undefined, book: FactBook): void {
  if (source !== undefined && FRAMEWORKS.test(source)) book.add('framework', node, { name: source });
}

function functionFact(node: SyntaxNode, book: FactBook): void {
  const name = nameNode(node);
  if (name === null) return;
  const declaration = node.parent?.type === 'variable_declarator' ? node.parent.parent : node;
  const home = declaration?.parent ?? null;
  const exported = home?.type === 'export_statement';
  book.add('function', node, {
    name: book.textOf(name),
    key: book.keyOf(childOf(node, 'body')),
    traits: traitsOf({
      top_level: node.type !== 'method_definition' && (exported ? home?.parent : home)?.type === 'program',
      exported,
    }),
  });
}

function handlerFact(
  node: SyntaxNode,
  parameter: SyntaxNode | null,
  body: SyntaxNode | null,
  book: FactBook,
): void {
  const tried = node.parent === null ? null : childOf(node.parent, 'body');
  const caught = book.textOf(parameter);
  book.add('handler', node, {
    name: caught,
    traits: traitsOf({
      broad: true,
      silent: body !== null && isSilent(body, caught, book),
      empty: body !== null && partsOf(body).length === 0,
      cleanup: tried !== null && isCleanup(tried, book),
      optional_import: tried !== null && /\b(require|import)\s*\(/.test(book.textOf(tried)),
      // A lone call in the try is as narrow as the language allows.
      narrow: tried !== null && node.type === 'catch_clause' && partsOf(tried).length === 1,
    }),
  });
}

/** Anything but a default that stands there: throwing on, waiting, or another way to the answer. */
const WORKS =
  /^(throw_statement|await_expression|yield_expression|new_expression|binary_expression|ternary_expression|update_expression|augmented_assignment_expression)$/;

function isSilent(body: SyntaxNode, caught: string, book: FactBook): boolean {
  return !some(body, (node) => {
    if (WORKS.test(node.type)) return true;
    if (node.type === 'call_expression') return true;
    if (node.type === 'true') return node.parent?.type === 'assignment_expression';
    return caught !== '' && node.type === 'identifier' && book.textOf(node) === caught;
  });
}

function isCleanup(tried: SyntaxNode, book: FactBook): boolean {
  return partsOf(tried).every((statement) => {
    let call = partsOf(statement)[0];
    if (call?.type === 'await_expression') call = partsOf(call)[0];
    return call?.type === 'call_expression' && CLEANUP.test(lastName(book.nameOf(childOf(call, 'function'))));
  });
}

function guardFact(
  node: SyntaxNode,
  condition: SyntaxNode | null,
  body: SyntaxNode | null,
  book: FactBook,
): void {
  const last = body?.type === 'statement_block' ? partsOf(body).at(-1) : body;
  if (last?.type !== 'throw_statement') return;
  const thrown = partsOf(last)[0] ?? null;
  const name = book.textOf(thrown?.type === 'new_expression' ? childOf(thrown, 'constructor') : thrown);
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
    if (part.type === 'binary_expression' && /^={2,3}$/.test(book.textOf(childOf(part, 'operator')))) {
      literals.push(...partsOf(part).flatMap((side) => literalSide(side, book)));
    } else if (part.type === 'call_expression') {
      const [list] = partsOf(childOf(part, 'function') ?? part);
      if (list?.type === 'array') literals.push(...literalSide(list, book));
    }
  }
  addChoice(book, node, { condition, body }, literals);
}

const LITERAL = new Set(['string', 'number', 'template_string', 'array', 'unary_expression']);
const literalSide = (side: SyntaxNode | null, book: FactBook): string[] =>
  side !== null && LITERAL.has(side.type) ? book.literalsIn(side) : [];

function tableFact(node: SyntaxNode, book: FactBook): void {
  const pairs = partsOf(node).filter(
    (pair) => pair.type === 'pair' && childOf(pair, 'key')?.type !== 'computed_property_name',
  );
  const keys = pairs.map((pair) => childOf(pair, 'key') as SyntaxNode);
  const literals = keys.map((key) => book.literalsIn(key)[0] ?? book.textOf(key));
  const results = pairs.flatMap((pair) => book.literalsIn(childOf(pair, 'value')));
  if (literals.length > 0 && results.length > 0)
    book.add('choice', node, { literals, results, traits: ['table'] });
}

const EXITS =
  /(^|\. |\) \. )?\bprocess \)? ?(\. |\[ ")(exit|reallyExit|abort)\b|^require \( "(node:)?process" \) \. exit$/;
const CALL = new Set(['arguments']);
/** A handler for the end of the process, or a hook that runs around tests. */
const isExitHook = (call: SyntaxNode | null, book: FactBook): boolean =>
  call !== null &&
  /^(process\.(on|once)\(\s*['"](exit|beforeExit|uncaughtException|unhandledRejection)|(after|afterAll|afterEach|before|beforeAll|setTimeout|setImmediate)\()/.test(
    book.textOf(call).slice(0, 100),
  );

function callFacts(node: SyntaxNode, book: FactBook): void {
  const called = childOf(node, 'function');
  const name = book.nameOf(called);
  const [first] = partsOf(childOf(node, 'arguments') ?? node);
  javascriptCallFacts(node, book);
  if (/^(require|import|require\.resolve)$/.test(name))
    frameworkFact(node, first === undefined ? undefined : book.literalsIn(first)[0], book);
  else if (
    /^process\.argv(\[1\])?(\.\w+)*$/.test(name) &&
    /test|jest|vitest|mocha/i.test(book.textOf(childOf(node, 'arguments')))
  )
    book.add('sniff', node);
  if (EXITS.test(book.keyOf(called))) {
    const code = first === undefined ? '0' : book.textOf(first);
    book.add('exit', node, {
      name,
      traits: traitsOf({
        zero: code === '0',
        top_level: ancestorOf(node, FUNCTIONS) === null,
        hook: isExitHook(ancestorOf(node, CALL)?.parent ?? null, book),
      }),
    });
  } else if (/^console\.(log|debug|dir|table|trace)$/.test(name)) book.add('debug', node, { name });
  else if (called?.type === 'member_expression' && lastName(name) === 'catch')
    promiseFact(node, called, first, book);
}

/** `.catch(() => {})`, `.catch(noop)`: the error of a promise goes nowhere. */
function promiseFact(
  node: SyntaxNode,
  called: SyntaxNode,
  handler: SyntaxNode | undefined,
  book: FactBook,
): void {
  if (handler === undefined) return;
  const noop = handler.type === 'identifier' && /^_?noop$/i.test(book.textOf(handler));
  const body = FUNCTIONS.has(handler.type) ? childOf(handler, 'body') : null;
  if (body === null && !noop) return;
  const caught = book.textOf(
    childOf(handler, 'parameter') ?? partsOf(childOf(handler, 'parameters') ?? handler)[0] ?? null,
  );
  const source = childOf(called, 'object');
  const cleanup =
    source?.type === 'call_expression' && CLEANUP.test(lastName(book.textOf(childOf(source, 'function'))));
  const isBlock = body?.type === 'statement_block';
  const silent = noop || (body !== null && isSilent(body, caught, book));
  book.add('handler', node, {
    key: `catch ${book.keyOf(handler)} of ${book.keyOf(source)}`,
    name: caught,
    traits: traitsOf({
      broad: true,
      silent,
      empty: noop || (isBlock && partsOf(body).length === 0),
      cleanup,
    }),
  });
}
