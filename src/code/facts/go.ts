/** Facts of Go source and its tests. */
import { ancestorOf, childOf, nodesOf, partsOf, type SyntaxNode } from '../syntax.js';
import { DRAIN_RULES } from './drains.js';
import {
  addChoice,
  addGuard,
  applyRules,
  type Fact,
  type FactBook,
  lastName,
  openFactBook,
  type Rules,
  some,
  traitsOf,
} from './fact.js';

const FUNCTIONS = new Set(['function_declaration', 'method_declaration', 'func_literal']);
const MAKES_ERROR = /^(errors\.(New|Join|Wrapf?)|fmt\.Errorf|panic|log\.Fatal(f|ln)?)$/;

export function goFacts(root: SyntaxNode, text: string): Fact[] {
  const book = openFactBook(text, 'c', (node) => {
    const name = FUNCTIONS.has(node.type) ? childOf(node, 'name') : null;
    return name === null ? null : text.slice(name.from, name.to);
  });
  applyRules(root, RULES, book);
  applyRules(root, DRAIN_RULES.go, book);
  return [...book.facts];
}

const RULES: Rules = {
  function_declaration: functionFact,
  method_declaration: functionFact,
  if_statement: (node, book) => {
    const condition = childOf(node, 'condition');
    const body = childOf(node, 'consequence');
    if (condition === null || body === null) return;
    const errorName = /^(\w*[eE]rr\w*) != nil$/.exec(book.nameOf(condition))?.[1];
    if (errorName !== undefined) handlerFact(node, body, errorName, book);
    guardFact(node, condition, body, book);
    choiceFact(node, condition, body, book);
  },
  expression_case: (node, book) => {
    const literals = literalSide(childOf(node, 'value'), book);
    const results = partsOf(node)
      .filter(({ field }) => field !== 'value')
      .flatMap((part) => book.literalsIn(part));
    if (literals.length > 0) book.add('choice', node, { literals, results });
  },
  composite_literal: (node, book) => {
    const pairs = partsOf(childOf(node, 'body') ?? node).filter(({ type }) => type === 'keyed_element');
    const literals = pairs.flatMap((pair) => literalSide(childOf(pair, 'key'), book));
    if (literals.length === 0 || !book.textOf(node).startsWith('map')) return;
    book.add('choice', node, {
      literals,
      results: pairs.flatMap((pair) => book.literalsIn(childOf(pair, 'value'))),
      traits: ['table'],
    });
  },
  call_expression: callFacts,
  import_spec: (node, book) => {
    const path = book.literalsIn(childOf(node, 'path'))[0] ?? '';
    if (/^(testing|github\.com\/stretchr\/testify.*)$/.test(path))
      book.add('framework', node, { name: path });
  },
  var_spec: shadowFact,
  const_spec: shadowFact,
  type_spec: shadowFact,
  assignment_statement: (node, book) => {
    const left = childOf(node, 'left');
    const name = book.nameOf(left);
    if (/^(os\.(Stdout|Stderr|Exit|Args)|testing\.\w+|log\.\w+)$/.test(name))
      book.add('assignment', node, {
        name,
        literals: book.literalsIn(childOf(node, 'right')),
        traits: traitsOf({ top_level: false }),
      });
  },
};

function functionFact(node: SyntaxNode, book: FactBook): void {
  const name = book.textOf(childOf(node, 'name'));
  const isTest = node.type === 'function_declaration' && /^(Test|Fuzz|Example)(\P{Ll}|$)/u.test(name);
  if (isTest && name !== 'TestMain') {
    book.add('test', node, { name, key: name });
    const body = childOf(node, 'body');
    const first = body === null ? null : statementsOf(body)[0];
    if (first === undefined || first?.type === 'return_statement')
      book.add('skip', first ?? node, { name: 'return', key: `return ${name}` });
  }
  book.add('function', node, {
    name,
    key: book.keyOf(childOf(node, 'body')),
    traits: traitsOf({ top_level: node.type === 'function_declaration', exported: /^\p{Lu}/u.test(name) }),
  });
}

/** A name of the package that stands in the place of an import: what tests print and compare with is another thing then. */
function shadowFact(node: SyntaxNode, book: FactBook): void {
  const name = book.textOf(childOf(node, 'name'));
  if (/^(fmt|reflect|testing|strings|bytes|errors|assert|require|cmp|slices|maps)$/.test(name))
    book.add('override', node, { name });
}

const statementsOf = (block: SyntaxNode): SyntaxNode[] =>
  partsOf(block).flatMap((part) => (part.type === 'statement_list' ? partsOf(part) : [part]));

function handlerFact(node: SyntaxNode, body: SyntaxNode, errorName: string, book: FactBook): void {
  const statements = statementsOf(body);
  const last = statements.at(-1);
  const used = some(body, (part) => part.type === 'identifier' && book.textOf(part) === errorName);
  const returnsNil =
    last?.type === 'return_statement' && /\bnil$/.test(book.textOf(last)) && returnsError(node, book);
  const hides = last === undefined || last.type === 'continue_statement' || returnsNil;
  const silent = !used && hides && !some(body, ({ type }) => type === 'call_expression');
  const initial = book.textOf(childOf(node, 'initializer'));
  book.add('handler', node, {
    name: errorName,
    traits: traitsOf({
      broad: true,
      silent,
      empty: last === undefined,
      cleanup: /\.(Close|Remove|RemoveAll|Kill|Stop|Flush)\(/.test(initial),
      narrow: last?.type === 'continue_statement',
    }),
  });
}

/** The innermost function around the node promises an error as its last result. */
function returnsError(node: SyntaxNode, book: FactBook): boolean {
  const around = ancestorOf(node, FUNCTIONS);
  const result = around === null ? '' : book.textOf(childOf(around, 'result'));
  return /\berror\s*\)?$/.test(result);
}

function guardFact(node: SyntaxNode, condition: SyntaxNode, body: SyntaxNode, book: FactBook): void {
  const last = statementsOf(body).at(-1);
  if (last === undefined) return;
  const name = leavesBy(last, book);
  if (name === '') return;
  addGuard(book, node, { condition, body }, name);
}

/** What error a statement leaves with: the call that makes it, or the name of the error value. */
function leavesBy(statement: SyntaxNode, book: FactBook): string {
  if (statement.type !== 'return_statement' && statement.type !== 'expression_statement') return '';
  for (const node of nodesOf(statement)) {
    if (node.type === 'call_expression') {
      const name = book.nameOf(childOf(node, 'function'));
      if (MAKES_ERROR.test(name)) return name;
    }
    if (
      statement.type === 'return_statement' &&
      node.type === 'identifier' &&
      /^(Err[A-Z]\w*|\w*[eE]rr)$/.test(book.nameOf(node))
    ) {
      return book.nameOf(node);
    }
  }
  return '';
}

function choiceFact(node: SyntaxNode, condition: SyntaxNode, body: SyntaxNode, book: FactBook): void {
  const literals: string[] = [];
  for (const part of nodesOf(condition)) {
    if (part.type !== 'binary_expression' || book.textOf(childOf(part, 'operator')) !== '==') continue;
    literals.push(...partsOf(part).flatMap((side) => literalSide(side, book)));
  }
  addChoice(book, node, { condition, body }, literals);
}

const LITERAL =
  /^(interpreted_string_literal|raw_string_literal|int_literal|float_literal|rune_literal|expression_list|literal_element|unary_expression)$/;
const literalSide = (side: SyntaxNode | null, book: FactBook): string[] =>
  side !== null && LITERAL.test(side.type) ? book.literalsIn(side) : [];

function callFacts(node: SyntaxNode, book: FactBook): void {
  const name = book.nameOf(childOf(node, 'function'));
  const given = book.textOf(childOf(node, 'arguments'));
  if (/(^|\.)(Patch\w*|Apply\w*|Hook|PatchMethod)$/.test(name) && /testing\.|assert\.|require\./.test(given))
    book.add('override', node, { name: given.slice(0, 80) });
  if (
    /\.(FieldByName|FieldByNameFunc|MethodByName)$/.test(name) &&
    /"(failed|ran|skipped|finished|done|hasSub|isParallel)"/.test(given)
  )
    book.add('override', node, { name: given.slice(0, 80) });
  if (PRINTS.test(name))
    book.add('output', node, { name, literals: book.literalsIn(childOf(node, 'arguments')) });
  const statement = node.parent?.type === 'expression_statement';
  if (name === 'os.Exit' || name === 'syscall.Exit') {
    const top = ['init', 'TestMain'].includes(
      book.textOf(childOf(ancestorOf(node, FUNCTIONS) ?? node, 'name')),
    );
    book.add('exit', node, { name, traits: traitsOf({ zero: given === '(0)', top_level: top }) });
  } else if (
    /^(runtime\.(Caller|Callers|CallersFrames|FuncForPC|Stack)|debug\.(Stack|PrintStack))$/.test(name)
  ) {
    const around = book.textOf(ancestorOf(node, FUNCTIONS)).slice(0, 4000);
    book.add('frame', node, {
      name,
      traits: traitsOf({
        reads: /_test\.go|\btesting\b|\b[tT]ests?\b|"Test|\bexpected\b|\bwant\b/.test(around),
      }),
    });
  } else if (/^os\.(WriteFile|Create|OpenFile|ReadFile|Open)$|^ioutil\.(WriteFile|ReadFile)$/.test(name)) {
    const words = partsOf(childOf(node, 'arguments') ?? node).slice(0, 1);
    const rest = partsOf(childOf(node, 'arguments') ?? node).slice(1);
    book.add('file', node, {
      name,
      literals: words.flatMap((word) => book.literalsIn(word)),
      results: rest.flatMap((word) => book.literalsIn(word)),
      traits: traitsOf({ write: /Write|Create|OpenFile/.test(name) }),
    });
  } else if (/^(fmt\.Print(f|ln)?|print|println|spew\.Dump)$/.test(name)) book.add('debug', node, { name });
  else if (name === 'recover' && (statement || /^_\s*=/.test(book.textOf(node.parent?.parent ?? null)))) {
    book.add('handler', node, { name: 'recover', traits: ['broad', 'silent', 'empty'] });
  } else if (name === 'testing.Testing' || (name === 'flag.Lookup' && given.includes('"test.')))
    book.add('sniff', node);
  else if (name === 'strings.HasSuffix' && /os\.Args\[0\],\s*"\.test"/.test(given)) book.add('sniff', node);
  else if (/^[tb]\.(Skip(f|Now)?)$/.test(name)) {
    book.add('skip', node, { name, traits: traitsOf({ conditional: ancestorOf(node, IF) !== null }) });
  } else if (/^[tb]\.(Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/.test(name)) assertionFact(node, book);
  else if (/^(require|assert)\.\w+$/.test(name)) {
    const [, first, second] = partsOf(childOf(node, 'arguments') ?? node);
    const truth = lastName(name) === 'True' && first !== undefined && book.textOf(first) === 'true';
    const same = first !== undefined && second !== undefined && book.keyOf(first) === book.keyOf(second);
    book.add('assertion', node, {
      name,
      literals: book.literalsIn(childOf(node, 'arguments')),
      traits: traitsOf({
        weak: /\.(NotNil|NotEmpty|True|NotEqual|Contains)$/.test(name),
        vacuous: truth || (lastName(name) === 'Equal' && same),
      }),
    });
  }
}

const PRINTS =
  /^(fmt\.(Print|Printf|Println|Fprint|Fprintf|Fprintln)|print|println|os\.(Stdout|Stderr)\.(Write|WriteString)|io\.WriteString)$/;
const IF = new Set(['if_statement']);

/** `if got != want { t.Errorf(…) }`: the condition is the check, so the fact covers both. */
function assertionFact(call: SyntaxNode, book: FactBook): void {
  const around = ancestorOf(call, IF);
  const condition = around === null ? null : childOf(around, 'condition');
  const never = book.textOf(condition) === 'false';
  book.add('assertion', around ?? call, {
    key: `${book.keyOf(condition)} : ${book.keyOf(call)}`,
    literals: [...book.literalsIn(condition), ...book.literalsIn(call)],
    traits: traitsOf({ vacuous: never }),
  });
}
