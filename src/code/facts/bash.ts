/** Facts of shell scripts and their tests. */
import { ancestorOf, childOf, nodesOf, partsOf, type SyntaxNode } from '../syntax.js';
import { DRAIN_RULES } from './drains.js';
import {
  addGuard,
  applyRules,
  type Fact,
  type FactBook,
  openFactBook,
  type Rules,
  some,
  traitsOf,
} from './fact.js';

const FUNCTIONS = new Set(['function_definition']);
/** Commands whose failure is an answer, or is of no interest when putting things away. */
const MAY_FAIL =
  /^(rm|rmdir|unlink|kill|pkill|killall|wait|umount|mkdir|grep|egrep|fgrep|rg|diff|cmp|command|type|which|hash|test|read|stty|tput|trap|unset|unalias|getent|id|pgrep|\[)$/;
/** What a script was started as, or by whom. */
const SELF = /\$\{?0\b|BASH_SOURCE|\$\{?PPID|\$\{?_\}?\b/;
const IGNORES = /^(true|:)$/;
const LEAVES = /^(exit|return|die|fatal|fail|abort|err|error|usage)$/;

export function bashFacts(root: SyntaxNode, text: string): Fact[] {
  const book = openFactBook(text, 'hash', (node) => {
    const name = node.type === 'function_definition' ? childOf(node, 'name') : null;
    return name === null ? null : text.slice(name.from, name.to);
  });
  applyRules(root, RULES, book);
  applyRules(root, DRAIN_RULES.bash, book);
  return [...book.facts];
}

const RULES: Rules = {
  function_definition: (node, book) => {
    const name = book.textOf(childOf(node, 'name'));
    const top = node.parent?.type === 'program';
    book.add('function', node, {
      name,
      key: book.keyOf(childOf(node, 'body')),
      traits: traitsOf({ top_level: top }),
    });
    if (!/^test/.test(name)) return;
    book.add('test', node, { name, key: name });
    const first = partsOf(childOf(node, 'body') ?? node)[0];
    if (first === undefined || /^(return( 0)?|:|true|exit 0)$/.test(book.textOf(first)))
      book.add('skip', first ?? node, { name: 'return', key: `return ${name}` });
  },
  list: listFacts,
  if_statement: (node, book) => {
    const condition = childOf(node, 'condition');
    const body = node.children.filter(
      ({ field, isNamed, type }) => isNamed && field === null && !/^((elif|else)_clause|comment)$/.test(type),
    );
    if (condition === null) return;
    choiceFact(node, condition, body, book);
    const last = body.at(-1);
    if (last !== undefined) guardFact(node, condition, last, last.endLine, book);
  },
  case_item: (node, book) => {
    const literals = node.children
      .filter(({ field }) => field === 'value')
      .map((value) => plain(book.textOf(value)));
    const results = partsOf(node)
      .filter(({ field }) => field === null)
      .flatMap((part) => wordsIn(part, book));
    const named = literals.flatMap(namedParts);
    if (named.length > 0) book.add('choice', node, { literals: named, results });
    const asked = book.textOf(childOf(node.parent ?? node, 'value')).slice(0, 200);
    if (SELF.test(asked) && literals.some((literal) => /test|bats|spec/i.test(literal)))
      book.add('sniff', node);
  },
  command: commandFacts,
  binary_expression: (node, book) => {
    const text = book.textOf(node).slice(0, 300);
    if (SELF.test(text) && /test|bats|spec/i.test(text)) book.add('sniff', node);
  },
  file_redirect: (node, book) => {
    const target = plain(book.textOf(childOf(node, 'destination')));
    if (target !== '')
      book.add('file', node, {
        name: '>',
        literals: [target],
        traits: traitsOf({ write: book.textOf(node).includes('>') }),
      });
  },
  heredoc_body: (node, book) =>
    book.add('output', node, { name: '<<', literals: [book.textOf(node).slice(0, 2000)] }),
  simple_expansion: (node, book) => {
    if (/^\$BATS_/.test(book.textOf(node))) book.add('sniff', node);
  },
  expansion: (node, book) => {
    if (/^\$\{BATS_/.test(book.textOf(node))) book.add('sniff', node);
  },
};

/** What a pattern says by name: `db-logs-*.tar` names `db-logs` and `tar`. */
const namedParts = (pattern: string): string[] =>
  /[*?[]/.test(pattern)
    ? pattern
        .split(/[*?[\],/|]+/)
        .map((part) => part.replace(/^[-._]+|[-._]+$/g, ''))
        .filter((part) => part !== '')
    : [pattern];

const commandName = (node: SyntaxNode | undefined, book: FactBook): string => {
  const command = node === undefined ? null : firstCommand(node);
  return command === null ? '' : book.nameOf(childOf(command, 'name'));
};

/** The command at the end of a pipeline decides its status. */
function firstCommand(node: SyntaxNode): SyntaxNode | null {
  if (node.type === 'command') return node;
  if (node.type === 'redirected_statement')
    return firstCommand(childOf(node, 'body') ?? (node.children[0] as SyntaxNode));
  if (node.type === 'pipeline') return firstCommand(partsOf(node).at(-1) as SyntaxNode);
  return node.type === 'negated_command' ? firstCommand(partsOf(node)[0] as SyntaxNode) : null;
}

function listFacts(node: SyntaxNode, book: FactBook): void {
  const [left, right] = partsOf(node);
  const operator = node.children.find(({ isNamed }) => !isNamed);
  if (left === undefined || right === undefined || operator === undefined) return;
  const or = book.textOf(operator) === '||';
  const taken = commandName(right, book);
  if (or && IGNORES.test(taken)) {
    const name = commandName(left, book);
    book.add('handler', node, {
      name,
      traits: traitsOf({
        broad: true,
        silent: true,
        empty: true,
        cleanup: MAY_FAIL.test(name) || left.type === 'test_command' || /clean|teardown/i.test(name),
      }),
    });
  } else if (or) guardFact(node, left, right, node.endLine, book);
  else choiceFact(node, left, [right], book);
}

function guardFact(
  node: SyntaxNode,
  condition: SyntaxNode,
  last: SyntaxNode,
  endLine: number,
  book: FactBook,
): void {
  const leaving = [...nodesOf(last)].filter((part) => part.type === 'command').at(-1);
  const name = commandName(leaving, book);
  if (!LEAVES.test(name) || leaving === undefined) return;
  const code = book.textOf(partsOf(leaving)[1] ?? null);
  if (/^(exit|return)$/.test(name) && /^(0|)$/.test(code)) return;
  addGuard(book, node, { condition, body: { endLine } }, name);
}

function choiceFact(
  node: SyntaxNode,
  condition: SyntaxNode,
  body: readonly SyntaxNode[],
  book: FactBook,
): void {
  const literals: string[] = [];
  for (const part of nodesOf(condition)) {
    if (part.type !== 'binary_expression' || !/^={1,2}$/.test(book.textOf(childOf(part, 'operator'))))
      continue;
    const sides = partsOf(part).filter(
      (side) => !some(side, ({ type }) => /expansion|substitution/.test(type)),
    );
    literals.push(
      ...sides.filter(({ field }) => field !== 'operator').map((side) => plain(book.textOf(side))),
    );
  }
  if (literals.length === 0) return;
  const key = [condition, ...body].map((part) => book.keyOf(part)).join(' : ');
  book.add('choice', node, { key, literals, results: body.flatMap((part) => wordsIn(part, book)) });
}

const plain = (word: string): string => word.replace(/^(["'])([\s\S]*)\1$/, '$2');

/** Arguments of the commands under a node, without their quotes. */
function wordsIn(node: SyntaxNode, book: FactBook): string[] {
  const words: string[] = [];
  for (const part of nodesOf(node)) if (part.field === 'argument') words.push(plain(book.textOf(part)));
  return words;
}

function commandFacts(node: SyntaxNode, book: FactBook): void {
  const name = book.nameOf(childOf(node, 'name'));
  const given = node.children.filter(({ field }) => field === 'argument').map((part) => book.textOf(part));
  const first = given[0] ?? '';
  if (/^(echo|printf|cat)$/.test(name)) book.add('output', node, { name, literals: given.map(plain) });
  if (name === 'set' && given.some((word) => /^\+\w*e/.test(word))) {
    book.add('handler', node, { name: 'set +e', traits: ['broad', 'silent', 'empty'] });
  } else if (name === 'set' && given.some((word) => /^-\w*e/.test(word))) {
    book.add('guard', node, { key: 'set -e', name: 'set -e' });
  } else if (name === 'set' && first === '-x') book.add('debug', node, { name: 'set -x' });
  else if (/^(echo|printf)$/.test(name) && given.some((word) => /^["']?(DEBUG|XXX|>>>|---)/i.test(word))) {
    book.add('debug', node, { name });
  } else if (name === 'exit') exitFact(node, first, book);
  else if (name === 'exec' && /^(\/(usr\/)?bin\/)?true$|^:$/.test(first)) exitFact(node, '0', book);
  else if (name === 'caller' || (name === 'ps' && /PPID/.test(given.join(' '))))
    book.add('frame', node, { name, traits: ['reads'] });
  else if (name === 'alias')
    book.add('function', node, {
      name: first.split('=')[0] ?? '',
      key: plain(first.split('=').slice(1).join('=')),
      traits: ['top_level', 'alias'],
    });
  else if (name === 'skip')
    book.add('skip', node, { name, traits: traitsOf({ conditional: isConditional(node) }) });
  else if (name === '@test') book.add('test', node, { name: first, key: first });
  else if (/^(assert\w*|refute\w*|fail)$/.test(name)) {
    const vacuous = given.length === 2 && first === given[1] && /equal|same/i.test(name);
    book.add('assertion', node, {
      name,
      literals: given.map(plain).filter((word) => !/[$`]/.test(word)),
      traits: traitsOf({ vacuous }),
    });
  } else if (
    name === 'trap' &&
    /^["']?(\s*:;?\s*)?(exit 0|exec true|kill -9 \$\$)\b/.test(first) &&
    given.some((word) => /^(EXIT|0|ERR)$/.test(word))
  ) {
    book.add('exit', node, { name, traits: ['zero', 'top_level', 'trap'] });
  }
}

const CONDITIONS = new Set(['if_statement', 'list', 'case_item']);
const isConditional = (node: SyntaxNode): boolean => ancestorOf(node, CONDITIONS) !== null;

/** A program by its first line; other files are read into programs. */
function isScript(node: SyntaxNode, book: FactBook): boolean {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return book.textOf(root).startsWith('#!');
}

/** Nothing stands behind it in the script. */
function isLastStatement(node: SyntaxNode): boolean {
  const program = node.parent;
  return program?.type === 'program' && partsOf(program).at(-1) === node;
}

function exitFact(node: SyntaxNode, code: string, book: FactBook): void {
  const top = ancestorOf(node, FUNCTIONS) === null && !isConditional(node);
  book.add('exit', node, {
    name: 'exit',
    traits: traitsOf({
      zero: code === '0' || code === '',
      top_level: top,
      last: isLastStatement(node),
      script: isScript(node, book),
    }),
  });
}
