/** The whole command line as one object: all commands, one style of help. */
import { Command } from 'commander';
import { packageVersion } from '../assets.js';
import { COMMANDS } from './commands.js';
import { helpText } from './options.js';

/** Throws a CommanderError instead of ending the process, so that piped output is never cut. */
export function gagarProgram(): Command {
  const program = new Command('gagar')
    .description('Groupwise agentic grading of code-agent rollouts.')
    .version(packageVersion())
    .configureHelp({
      optionDescription: helpText,
      argumentDescription: helpText,
      subcommandTerm: (command) => [command.name(), ...argumentsOf(command)].join(' '),
    })
    .showHelpAfterError('(run the command with --help for its options and examples)')
    .exitOverride();
  for (const add of COMMANDS) add(program);
  return program;
}

const argumentsOf = ({ registeredArguments }: Command): string[] =>
  registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
