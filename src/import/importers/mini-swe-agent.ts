/** mini-swe-agent `.traj.json`: how it ended and what it submitted stands in `info`. */
import { baseName, folderOf } from '../../paths.js';
import { isObject, text } from '../../text/json.js';
import { exitFacts } from '../exit.js';
import { defined } from '../row.js';
import { filesBeside, type Run, type SourceFile } from '../source.js';
import { trajectoryImporter } from '../trajectory.js';

export const miniSweAgent = trajectoryImporter({
  name: 'mini-swe-agent',
  about: 'mini-swe-agent .traj.json, v1 and v2, and logs of rendered messages',
  more: (file, run) => (isRendering(file, run) ? null : []),
  facts(document) {
    const info = isObject(document?.['info']) ? document['info'] : null;
    if (info === null) return {};
    const submission = text(info, 'submission');
    const exit = text(info, 'exit_status');
    const config = isObject(info['config']) ? info['config'] : {};
    const model = isObject(config['model']) ? text(config['model'], 'model_name') : text(config, 'model');
    const submitted = submission !== undefined && submission.trim() !== '';
    return {
      ...exitFacts(exit, submitted),
      ...(submission !== undefined && { patch: submission }),
      policy: defined({ model, harness: 'mini-swe-agent', version: text(info, 'mini_version') }),
    };
  },
});

/** The same trajectory once more as text: `x.traj.json` and `x.txt` or `x.context.txt`. */
function isRendering(file: SourceFile, run: Run): boolean {
  const stem = baseName(file.path).split('.', 1)[0];
  if (!file.path.endsWith('.txt')) return false;
  return filesBeside(run, folderOf(file.path)).some(
    ({ path }) => path.endsWith('.traj.json') && baseName(path).split('.', 1)[0] === stem,
  );
}
