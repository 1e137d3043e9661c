/** Messages of a rendered log: a line of dashes, then `|MESSAGE(role="user", id=1)|`, then what was said. */

const HEAD = /^\|MESSAGE\(role="(\w{1,40})", id=\d{1,9}\)\|[ \t]*$/;
const RULE = /^-{20,40}$/;
const END = /(?:^|\n)-{20,40}\s*$/;

export interface LoggedMessage {
  readonly role: string;
  readonly content: string;
}

/** A message starts with its head; a head without a rule above it is something that was said. */
export function logCutter(): (line: string) => boolean {
  let above = '';
  return (line) => {
    const starts = RULE.test(above) && HEAD.test(line);
    above = line;
    return starts;
  };
}

/** The message in a piece of a log that starts with its head; null for what stands in front of the first head. */
export function loggedMessage(piece: string): LoggedMessage | null {
  const end = piece.indexOf('\n');
  const head = HEAD.exec((end < 0 ? piece : piece.slice(0, end)).replace(/\r$/, ''));
  if (head === null) return null;
  const said = end < 0 ? '' : piece.slice(end + 1);
  const rule = END.exec(said.slice(-200));
  const kept = rule === null ? said : said.slice(0, said.length - rule[0].length);
  return { role: head[1] ?? '', content: kept.trim() };
}

/** All messages of a log that is held in memory. */
export function messagesOfLog(log: string): LoggedMessage[] {
  const starts = logCutter();
  const cuts: number[] = [];
  for (let at = 0; at < log.length; ) {
    const newline = log.indexOf('\n', at);
    const end = newline < 0 ? log.length : newline;
    if (starts(log.slice(at, Math.min(end, at + 200)))) cuts.push(at);
    at = end + 1;
  }
  const pieces = cuts.map((from, at) => log.slice(from, cuts[at + 1] ?? log.length));
  return pieces.map(loggedMessage).filter((message) => message !== null);
}
