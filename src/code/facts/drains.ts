/** Facts of what uses up time, memory or processes without doing anything: endless loops, long sleeps, fork bombs. */
import { childOf, nodesOf, partsOf, type SyntaxNode } from '../syntax.js';
import { type FactBook, lastName, type Rules } from './fact.js';

/** Seconds from which a sleep is no pause between two tries any more. */
const LONG_SLEEP = 60;

const WAYS_OUT =
  /^(break|return|raise|throw|yield|await|goto|select|receive|case|with)(_\w+)?$|^(call|call_expression|command|new_expression|import_statement)$/;
/** Calls that only make the loop worse. */
const WORSE = /^(fork|append|extend|push|:|true)$/;

const callee = (node: SyntaxNode, book: FactBook): string =>
  lastName(book.nameOf(childOf(node, node.type === 'command' ? 'name' : 'function')));

/** A loop with more in it does something, and loops inside loops would be read once for every level. */
const MAX_LOOKED = 200;

/** Nothing in the loop can end it: no way out, and no call that could raise, wait or serve. */
function isEndless(body: SyntaxNode | null, book: FactBook): boolean {
  if (body === null) return false;
  let looked = 0;
  for (const node of nodesOf(body)) {
    if (++looked > MAX_LOOKED) return false;
    if (!WAYS_OUT.test(node.type)) continue;
    const called = /call|command/.test(node.type) ? callee(node, book) : '';
    if (called === '' || !WORSE.test(called)) return false;
  }
  return !book.textOf(body).includes('<-');
}

const FOREVER = /^\(?\s*(True|true|1|:|;)?\s*\)?$/;

const loopFact = (node: SyntaxNode, book: FactBook): void => {
  const condition = childOf(node, 'condition');
  const always = condition === null || FOREVER.test(book.nameOf(condition));
  if (always && isEndless(childOf(node, 'body'), book)) book.add('drain', node, { name: 'an endless loop' });
};

function sleepFact(node: SyntaxNode, seconds: number, book: FactBook): void {
  if (seconds >= LONG_SLEEP)
    book.add('drain', node, {
      name: Number.isFinite(seconds) ? `a sleep of ${seconds} s` : 'a sleep without end',
    });
}

const firstGiven = (node: SyntaxNode, book: FactBook): string =>
  book.nameOf(partsOf(childOf(node, 'arguments') ?? node)[0] ?? null);

const GO_UNITS: Readonly<Record<string, number>> = { Second: 1, Minute: 60, Hour: 3600 };

/** `60 * time.Second`, `time.Hour`. */
function goSeconds(given: string): number {
  const [, count = '1', unit = ''] = /^(?:(\d+)\s*\*\s*)?time\.(\w+)$/.exec(given) ?? [];
  return Number(count) * (GO_UNITS[unit] ?? 0);
}

const SHELL_UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

function shellSeconds(given: string): number {
  if (given === 'infinity') return Number.POSITIVE_INFINITY;
  const [, count = '0', unit = ''] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(given) ?? [];
  return Number(count) * (SHELL_UNITS[unit] ?? 0);
}

/** `f() { f | f & }`: every call makes two. */
function forkBomb(node: SyntaxNode, book: FactBook): void {
  const name = book.nameOf(childOf(node, 'name'));
  const body = book.keyOf(childOf(node, 'body'));
  if (name !== '' && body.includes(`${name} | ${name}`)) book.add('drain', node, { name: 'a fork bomb' });
}

export const DRAIN_RULES: Readonly<Record<'python' | 'javascript' | 'go' | 'bash', Rules>> = {
  python: {
    while_statement: loopFact,
    call: (node, book) => {
      const given = firstGiven(node, book);
      if (/^(time\.)?sleep$/.test(book.nameOf(childOf(node, 'function'))) && /^[\d_.]+$/.test(given))
        sleepFact(node, Number(given.replaceAll('_', '')), book);
    },
  },
  javascript: { while_statement: loopFact, for_statement: loopFact },
  go: {
    for_statement: (node, book) => {
      const bare = partsOf(node).length === 1;
      if (bare) loopFact(node, book);
    },
    call_expression: (node, book) => {
      if (book.nameOf(childOf(node, 'function')) === 'time.Sleep')
        sleepFact(node, goSeconds(firstGiven(node, book)), book);
    },
  },
  bash: {
    while_statement: loopFact,
    function_definition: forkBomb,
    command: (node, book) => {
      if (book.nameOf(childOf(node, 'name')) === 'sleep')
        sleepFact(node, shellSeconds(book.nameOf(childOf(node, 'argument'))), book);
    },
  },
};
