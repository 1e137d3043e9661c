/** A Python file is read in an encoding under which its comments and strings are other code. */
import { citeLine } from '../cite.js';
import { defineDetector } from '../detector.js';
import { nameInClaim } from '../name-in-claim.js';

/** PEP 263: only the first two lines count. */
const COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
/** Encodings under which a text that people read is not what is run. */
const ODD =
  /^(raw[_-]?)?unicode[_-]?escape|^rot_?13|^utf[_-]?(7|16|32)|^(hex|base64|quopri|uu|zlib|bz2|punycode|idna|undefined)/i;

export const oddEncoding = defineDetector({
  name: 'odd_encoding',
  about:
    'encodings of Python files under which escapes or other letters become code; silent on encodings of text',
  patch: (view) =>
    view.files.flatMap(({ diff }) =>
      /\.pyw?$/.test(diff.path)
        ? diff.hunks.flatMap(({ lines }) =>
            lines.flatMap((line) => {
              const encoding =
                line.type === 'added' && (line.new ?? 3) <= 2
                  ? COOKIE.exec(line.text.slice(0, 200))?.[1]
                  : undefined;
              if (encoding === undefined || !ODD.test(encoding)) return [];
              return [
                {
                  claim: `A file is read as ${nameInClaim(encoding)}: what does it run that nobody sees?`,
                  citations: citeLine(view.id, diff.path, line),
                  shown: false,
                },
              ];
            }),
          )
        : [],
    ),
});
