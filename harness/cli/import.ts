/** `gagar import`: makes groups of trajectories and results in the formats of other harnesses. */
import type { AddCommand } from './add-command.js';

const HELP = `
Each path is one run: a folder that is walked, or one file. Attempts at one task
become one group; several tasks become a folder of groups. Files are copied as
they are; what could not be kept stands in import_warnings. The same command
again writes only what is missing or has changed; an earlier import that would
lose rollouts is not replaced.

Formats:
  auto                say what is found, and why
  swebench            predictions, evaluation folders, run reports, and the
                      agents' trajectories beside them
  swebench-pro, multi-swe-bench, patches (patches/*.diff with results.csv)
  harbor, terminal-bench, atif
  mini-swe-agent, swe-agent, openhands, autocoderover, aider, claude-code, codex
  openai-chat, openai-responses, anthropic, inspect, verifiers, nemo-gym

Layouts of your own, where no harness made the folders (any of these in PATH):
  PATH/a/patch.diff    PATH/a/session.json   a folder for each attempt
  PATH/a.diff          PATH/a.json           files of an attempt called alike
  PATH/patches/a.diff  PATH/traces/a.json    so, in a folder for each kind
  PATH/results.csv                           verdicts, as columns id and passed:
                                             a,1 is that of the attempt a
An attempt may lack its trajectory or its patch. A table in PATH is read by auto
and patches; for other formats, or from elsewhere, name it with --results, which
takes the patches that its rows are called after, too. Names of files tell which
belong together, and nothing that stands in them does.

The base of a task comes from the files where they name it; else name it: --repo
with --base, or --image. In --repo, {owner} and {name} stand for the names of
the task's repository. --dataset gives statements, base commits and tests by
instance_id. --results gives verdicts by id, file, folder or run, as columns id
and passed.

Exit codes: 0 all groups are there, 1 some could not be made, some paths hold
nothing, or rows of a table found no attempt (the others are written all the
same), 2 nothing to import, 130 interrupted.

Examples:
  gagar import swebench --instance django__django-11179 run1/ run2/ -o group
  gagar import swebench runs/*/ --dataset verified.jsonl \\
      --repo 'mirrors/{name}' -o groups
  gagar import auto some-folder -o group
  gagar import claude-code sessions/ --repo my-repo --base $COMMIT \\
      --results results.csv -o group
  gagar import patches experiment/ --repo my-repo --base $COMMIT \\
      --statement task.md -o group`;

export const addImport: AddCommand = (program) => {
  program
    .command('import')
    .summary('make groups of runs in other formats')
    .description('Makes groups of trajectories and results in the formats of other harnesses.')
    .argument('<format>', 'name of a format, or auto')
    .argument('<path...>', 'folders or files, one for each run')
    .requiredOption('-o, --out <dir>', 'folder of the group, or of the groups where there are several')
    .option('--instance <id>', 'only this task; what names no task belongs to it')
    .option('--dataset <file>', 'tasks by instance_id, as .jsonl or a .json list (.gz is read)')
    .option('--statement <file>', 'what the policy was asked')
    .option('--repo <address>', 'the repository: a folder, bare repository, bundle or address')
    .option('--base <commit>', 'the full id of the commit that was worked on')
    .option('--image <ref>', 'an image that holds the prepared repository')
    .option('--workdir <dir>', 'folder of the repository in the image', '/testbed')
    .option('--results <file>', 'verdicts by id: .csv, .tsv, .json or .jsonl')
    .option('--concurrency <number>', 'groups that are made at once', '4')
    .option('--json', 'one JSON object a group')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', HELP)
    .action(async (format: string, paths: string[], options) => {
      const { runImport } = await import('../run/import.js');
      await runImport(format, paths, options);
    });
};
