/** R27: text that a person would not see: bidirectional overrides, zero-width and tag characters, words of look-alike letters. */
import { hiddenTextAt, mixedScriptWords } from '../../text/hidden.js';
import { defineDetector } from '../detector.js';
import { askTexts } from '../texts.js';

export const hiddenText = defineDetector({
  name: 'hidden_text',
  about:
    'invisible characters and words of mixed look-alike letters in what the patch adds, in names, and in what the rollout wrote; silent on emoji, joining scripts, and files that had such characters before',
  rows: ['R27'],
  ...askTexts({
    find: (text) => {
      const hidden = hiddenTextAt(text);
      const [mixed] = hidden < 0 ? mixedScriptWords(text, 1) : [];
      return mixed === undefined ? hidden : text.indexOf(mixed);
    },
    claim: (where) =>
      `Characters that cannot be seen, or look like others, stand in ${where}: what do they hide?`,
  }),
});
