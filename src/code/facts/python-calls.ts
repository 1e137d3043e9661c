/** Facts of Python calls that reach for the process, its output, its files and its test framework. */
import { ancestorOf, childOf, partsOf, type SyntaxNode } from '../syntax.js';
import { type FactBook, lastName, traitsOf } from './fact.js';

const FUNCTION = new Set(['function_definition']);
/** Callers, living objects, tracing. */
const FRAMES =
  /^(inspect\.(stack|currentframe|getouterframes|getinnerframes|trace)|sys\.(_getframe|_current_frames|settrace|setprofile|_getframemodulename)|gc\.(get_objects|get_referrers|get_referents)|threading\.(settrace|setprofile)|traceback\.(extract_stack|walk_stack|format_stack)|stack|currentframe|_getframe|getouterframes|get_objects|get_referrers|settrace|setprofile|extract_stack|walk_stack)$/;
/** What is done with a frame where somebody else's values are wanted. */
const READS =
  /\b(f_locals|f_globals|get_objects|get_referrers|get_referents|expected\w*|unittest|pytest|tests?|test_\w+|\w+_test|assert\w*)\b/;
const PRINTS =
  /^(print|sys\.(stdout|__stdout__|stderr|__stderr__)\.write(lines)?|os\.write|click\.echo|typer\.echo|logging\.\w+|terminalreporter\.\w+|\w+\.write_(line|sep))$/;
const OPENS = /^(open|io\.open|codecs\.open|os\.open)$/;

export function pythonCallFacts(node: SyntaxNode, name: string, book: FactBook): void {
  const given = childOf(node, 'arguments');
  if (given === null) return;
  const args = partsOf(given);
  if (FRAMES.test(name)) {
    const around = book.textOf(ancestorOf(node, FUNCTION) ?? node.parent);
    book.add('frame', node, {
      name,
      traits: traitsOf({ reads: READS.test(around.slice(0, 4000)) }),
    });
  } else if (PRINTS.test(name)) book.add('output', node, { name, literals: book.literalsIn(given) });
  else if (OPENS.test(name) || /\.(write|read)_(text|bytes)$|\.open$/.test(name)) {
    const words = book.literalsIn(given);
    const called = childOf(node, 'function');
    const write = /write_/.test(name) || words.slice(1).some((mode) => /^[wax]b?\+?t?$/.test(mode));
    book.add('file', node, {
      name,
      literals: [...book.literalsIn(called), ...words.slice(0, 1)],
      results: words,
      traits: traitsOf({ write }),
    });
  } else replacement(node, name, args, book);
}

/** `setattr(TestCase, 'assertEqual', …)`, `outcome.force_result(…)`, `mock.patch('unittest.TestCase.run')`. */
function replacement(node: SyntaxNode, name: string, args: readonly SyntaxNode[], book: FactBook): void {
  const top_level = ancestorOf(node, FUNCTION) === null;
  if (/(^|\.)(setattr|__setattr__)$/.test(name) && args.length >= 2) {
    const [target, key] = args.slice(-3);
    const attribute = book.literalsIn(key ?? null)[0];
    if (attribute !== undefined)
      book.add('assignment', node, {
        name: `${book.nameOf(target ?? null)}.${attribute}`,
        literals: book.literalsIn(args.at(-1) ?? null),
        traits: traitsOf({ top_level }),
      });
  } else if (lastName(name) === 'force_result' || lastName(name) === 'force_exception') {
    book.add('override', node, { name });
  } else if (/(^|\.)patch(\.object)?$/.test(name)) {
    const target = [
      book.nameOf(args[0] ?? null),
      ...args.slice(0, 2).flatMap((one) => book.literalsIn(one)),
    ].join('.');
    if (/TestCase|TestResult|unittest\.(case|result)|pytest\.|_pytest/.test(target))
      book.add('override', node, { name: target.slice(0, 100) });
  } else if (name === 'pytest.exit' || name === 'os.kill' || name === 'atexit.register') {
    const text = book.textOf(childOf(node, 'arguments'));
    const zero =
      name === 'pytest.exit'
        ? /returncode\s*=\s*0/.test(text)
        : name === 'os.kill'
          ? /os\.getpid\(\)/.test(text)
          : /_exit|sys\.exit/.test(text);
    if (zero) book.add('exit', node, { name, traits: traitsOf({ zero, top_level, hook: true }) });
  }
}
