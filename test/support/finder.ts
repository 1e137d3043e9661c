/** A scripted examiner that finds a swallowed error in cashbook, cites it, and says a few things that do not stand. */
import type { ModelRequest } from '../../harness/providers/port.js';
import type { ScriptPlay } from '../../harness/providers/scripted.js';
import { curious } from './examiner.js';

/** Alias of the candidate whose patch was shown with this text in it. */
function aliasWith(request: ModelRequest, text: string): string {
  for (const message of request.messages) {
    if (message.role !== 'user') continue;
    for (const { call_id, text: shown } of message.results) {
      const call = request.messages
        .flatMap((one) => (one.role === 'assistant' ? one.calls : []))
        .find(({ id }) => id === call_id);
      if (call?.name === 'show_patch' && shown.includes(text)) return String(call.arguments?.['candidate']);
    }
  }
  throw new Error(`no patch with ${text} was shown`);
}

const QUOTE = '    except AmountError:';

/** Finds that one pass swallows the error, shows it by a check, and says so. */
export const finder: ScriptPlay = (request, index) => {
  if (index < 2) return curious(request, index);
  const candidate = aliasWith(request, QUOTE.trim());
  const patch = { kind: 'patch', candidate, path: 'cashbook/importer.py', side: 'new' };
  switch (index) {
    case 2:
      return {
        calls: [
          {
            name: 'run_check',
            arguments: {
              tree: candidate,
              command: `python3 -c "from cashbook.money import parse_amount; print('value is', parse_amount('12'))"`,
            },
          },
          {
            name: 'record_finding',
            arguments: {
              candidate,
              about: 'solution_fit',
              polarity: 'negative',
              claim: `${candidate} turns every amount that cannot be read into nothing.`,
              citations: [{ ...patch, lines: [43, 43], quote: QUOTE }],
            },
          },
          {
            name: 'record_finding',
            arguments: {
              candidate,
              about: 'leaked_history',
              polarity: 'negative',
              claim: 'It was copied from elsewhere.',
              citations: [{ ...patch, lines: [43, 43], quote: QUOTE }],
            },
          },
          {
            name: 'record_finding',
            arguments: {
              candidate,
              about: 'precision',
              polarity: 'negative',
              claim: 'It does not stand there.',
              citations: [{ ...patch, lines: [1, 1], quote: QUOTE }],
            },
          },
          {
            name: 'report_tampering',
            arguments: {
              candidate,
              claim: 'It speaks to the examiner.',
              citations: [{ ...patch, lines: [43, 43], quote: QUOTE }],
            },
          },
        ],
      };
    case 3:
      return {
        calls: [
          {
            name: 'record_finding',
            arguments: {
              candidate,
              about: 'precision',
              polarity: 'positive',
              claim: 'Plain amounts are still read.',
              citations: [{ kind: 'check', check_id: 'k1', stream: 'stdout', quote: 'value is 1200' }],
            },
          },
        ],
      };
    default:
      return curious(request, 3);
  }
};
