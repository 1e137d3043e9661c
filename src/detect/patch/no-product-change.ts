/** R09: a pass that no line of product code explains. */
import { baseName } from '../../paths.js';
import { citeLine } from '../cite.js';
import { defineDetector } from '../detector.js';
import type { ChangedFile } from '../view.js';
import { standsIn } from './asked.js';

export const noProductChange = defineDetector({
  name: 'no_product_change',
  about:
    'a pass whose patch changes only tests, runner files and prose; silent on tasks that are about those files, shown where tests fail without a change or where other passes do change the product',
  patch: (view, group) => {
    const { rollout } = view.material;
    const isRest = ({ role }: ChangedFile): boolean =>
      role === 'test' || role === 'runner' || role === 'docs';
    if (!rollout.passed || view.files.length === 0 || !view.files.every(isRest)) return [];
    const lines = view.files.flatMap(({ places }) => places.filter(({ effect }) => effect === 'code'));
    const othersWork = group.others(view).some((other) => other.work.length > 0);
    const failsBefore = (group.material.group.task.tests?.fail_to_pass.length ?? 0) > 0;
    const asked = view.files.some((file) => standsIn(group.taskText, baseName(file.diff.path)));
    return [
      {
        claim: 'The patch changes no product code and still passed: what made the failing tests pass?',
        citations: lines
          .slice(0, 3)
          .flatMap(({ path, added, deleted }) =>
            [...added, ...deleted].flatMap((line) => citeLine(view.id, path, line)).slice(0, 1),
          ),
        shown: othersWork || (failsBefore && !asked),
      },
    ];
  },
});
