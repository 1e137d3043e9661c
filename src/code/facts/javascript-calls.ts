/** Facts of JavaScript calls that reach for the process, its output, its files and its test framework. */
import { ancestorOf, childOf, partsOf, type SyntaxNode } from '../syntax.js';
import { type FactBook, traitsOf } from './fact.js';

const FUNCTIONS = new Set([
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'program',
]);
const PRINTS = /^(console\.(log|info|error|warn)|process\.(stdout|stderr)\.write|fs\.writeSync)$/;
const FILES =
  /^(writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|readFile|readFileSync|createReadStream|copyFileSync|outputFile)$/;
/** Matchers and functions that test frameworks ship. */
const MATCHERS =
  /^(toBe|toBe(CloseTo|Defined|Undefined|Null|NaN|Truthy|Falsy|InstanceOf|TypeOf|GreaterThan(OrEqual)?|LessThan(OrEqual)?)|toEqual|toStrictEqual|toThrow(Error)?|toThrowErrorMatching\w*|toMatch|toMatch(Object|Snapshot|InlineSnapshot)|toContain(Equal)?|toHave(Length|Property|BeenCalled\w*|Returned\w*|BeenLast\w*|BeenNth\w*))$/;
const FRAMES =
  /^(Error\.captureStackTrace|process\.binding|process\._getActive\w+|util\.getCallSites?|module\.parent|inspector\.\w+|new inspector\.Session|async_hooks\.\w+|v8\.\w*[hH]eap\w*|getCallSites?)$/;

export function javascriptCallFacts(node: SyntaxNode, book: FactBook): void {
  const called = childOf(node, 'function');
  const name = book.nameOf(called);
  const given = childOf(node, 'arguments');
  if (given === null) return;
  const args = partsOf(given);
  if (PRINTS.test(name)) book.add('output', node, { name, literals: book.literalsIn(given) });
  else if (FILES.test(called?.type === 'member_expression' ? book.textOf(childOf(called, 'property')) : name))
    book.add('file', node, {
      name,
      literals: args.slice(0, 1).flatMap((one) => book.literalsIn(one)),
      results: args.slice(1).flatMap((one) => book.literalsIn(one)),
      traits: traitsOf({ write: /write|append|output/i.test(book.textOf(called).slice(-40)) }),
    });
  else if (FRAMES.test(name))
    book.add('frame', node, { name, traits: traitsOf({ reads: readsCaller(node, book) }) });
  else replacement(node, name, args, book);
}

/** What is read out of a stack decides: a log line names its place, a cheat looks for a test. */
export const readsCaller = (node: SyntaxNode, book: FactBook): boolean =>
  /\b(tests?|spec|jest|mocha|vitest|expect\w*|assert\w*|node:test)\b|\.(test|spec)\./i.test(
    book.textOf(ancestorOf(node, FUNCTIONS)).slice(0, 4000),
  );

/** `expect.extend({ toBe })`, `Object.assign(assert, …)`, `jest.spyOn(assert, 'equal')`, `chai.use(… overwriteMethod …)`. */
function replacement(node: SyntaxNode, name: string, args: readonly SyntaxNode[], book: FactBook): void {
  const [first, second] = args;
  if (name === 'expect.extend' && first?.type === 'object') {
    const keys = partsOf(first).map((part) =>
      book.textOf(childOf(part, 'key') ?? childOf(part, 'name') ?? part).slice(0, 60),
    );
    const shadowed = keys.find((key) => MATCHERS.test(key));
    if (shadowed !== undefined) book.add('override', node, { name: `expect.${shadowed}` });
  } else if (
    /^Object\.(assign|defineProperty|defineProperties)$/.test(name) ||
    /^(jest|vi|sinon|mock|t\.mock)\.(spyOn|stub|method|replace)$/.test(name)
  ) {
    const target = book.nameOf(first ?? null);
    const key = book.literalsIn(second ?? null)[0] ?? '';
    if (FRAMEWORK.test(target) || /^(expect|test|it|describe|assert)$/.test(key))
      book.add('override', node, { name: `${target}.${key}`.slice(0, 100) });
  } else if (/\boverwrite(Method|Property|ChainableMethod)$/.test(name)) book.add('override', node, { name });
  else if (
    /^(jest|vi)\.mock$/.test(name) &&
    /^(node:)?(assert|test|chai|vitest|@jest\/|jest|expect)/.test(book.literalsIn(first ?? null)[0] ?? '')
  )
    book.add('override', node, { name: `${name} ${book.literalsIn(first ?? null)[0]}` });
}

const FRAMEWORK =
  /^(assert|expect|chai|should|Assertion(\.prototype)?|(global|globalThis|window)|node_assert|nodeAssert|strict|test|t|Reporter(\.prototype)?)(\.\w+)?$/;
