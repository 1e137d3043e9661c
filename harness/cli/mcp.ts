/** `gagar mcp`: the judge's tools for any agent that speaks the Model Context Protocol. */
import type { AddCommand } from './add-command.js';
import { withRunOptions } from './judge.js';

const EXAMPLES = `
The same run as with gagar judge, over stdin and stdout: one client, one group.
What the server says first is what to do; submit_scores is the tool of the
scoring passes. A run that was left is gone on with by the same command.

Examples:
  gagar mcp my-group -o runs/8 --name "agent at a terminal"
  claude mcp add judge -- npx gagar mcp /data/my-group -o /data/runs/8 \\
      --name claude-code`;

export const addMcp: AddCommand = (program) => {
  withRunOptions(
    program
      .command('mcp')
      .summary('serve the tools of the judge over MCP (stdio)')
      .description('Serves the tools of the judge for one group over the Model Context Protocol, on stdio.')
      .argument('<group>', 'folder with group.json, or one .json file')
      .addHelpText('after', EXAMPLES),
  ).action(async (group: string, options) => {
    const { runMcp } = await import('../mcp/server.js');
    await runMcp(group, options);
  });
};
