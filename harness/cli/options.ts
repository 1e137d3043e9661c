/** Options that several commands share, written once: who judges, within which limits, where checks run, how tiers become numbers. */
import { type Argument, type Command, Option } from 'commander';
import { DRIVERS, MODES } from '../../src/vocabulary.js';

const option = (flags: string, text: string): Option => new Option(flags, text);

/** The default is the only text that differs from command to command. */
const judgeOption = (others: string): Option =>
  option(
    '--judge <judge>',
    `${others}anthropic, openai, openai-chat, static, recorded:DIR, scripted:FILE or simulated:FILE (default: static; for groups of purpose train nobody, so name one)`,
  );

const limits = (of: string): Option[] => [
  option('--budget-s <seconds>', `deadline of ${of}, from queued to result`),
  option('--budget-usd <number>', `most that the judge may cost for ${of}, where its price is known`),
  option('--budget-turns <number>', `most turns of the judge for ${of}`),
  option('--budget-input-tokens <number>', `most input tokens for ${of}, cached ones included`),
  option('--budget-output-tokens <number>', `most output tokens for ${of}`),
];

/** Everything that `GradeConfig` knows of a judge; `of` says whose budgets they are. */
export const judgeOptions = (of: string, others = ''): Option[] => [
  judgeOption(others),
  option('--model <name>', 'model of the judge'),
  option('--base-url <url>', "address of the provider or of one's own server"),
  option('--key-file <file>', 'file that holds the key and nothing else'),
  ...limits(of),
  option('--context-tokens <number>', 'longest conversation before old tool results leave it'),
  option('--max-output-tokens <number>', 'longest answer of the model'),
  referenceOption(),
  driverOption(),
  engineOption(),
  configOption(),
];

export const referenceOption = (): Option =>
  option('--show-reference', 'let the judge read the reference patch');

export const driverOption = (): Option =>
  option('--driver <driver>', 'where checks run').choices(DRIVERS).default(undefined, 'auto');

export const configOption = (): Option =>
  option('--config <file>', 'options as YAML or JSON (default: gagar.config.yaml, where there is one)');

export const grsOption = (): Option =>
  option('--grs-pass-rate <share>', "from which pass rate on a task's stored rubric is used (default: 0.9)");

export const profileOption = (): Option =>
  option('--profile <name>', 'factor profile: a shipped name or a .yaml file (default: flash)');

export const rubricOption = (): Option =>
  option('--rubric <name>', 'rubric of code quality: a shipped name or a .yaml file (default: code-quality)');

/** How findings become scores, tiers and advantages. */
export const foldOptions = (): Option[] => [
  rubricOption(),
  profileOption(),
  option('--lambda-max <number>', 'cap of the redistribution, at least 1, or none (default: of the profile)'),
  option(
    '--zeroing-kinds <names>',
    'confirmed violations that cost the reward, commas between, or none (default: leaks and forged_pass)',
  ),
  option('--mode <mode>', 'how factors act').choices(MODES).default(undefined, 'redistribute'),
];

/** Where tests or a shell run, for commands that do nothing else. */
export const boxOptions = (): Option[] => [
  option('--driver <driver>', 'where it runs').choices(DRIVERS.slice(0, 3)).default('auto'),
  engineOption(),
];

export const engineOption = (): Option =>
  option(
    '--docker-host <address>',
    'socket of the container engine, unix:///path or tcp://host:port (default: DOCKER_HOST, or the usual socket)',
  );

export function addOptions(command: Command, ...options: readonly Option[]): Command {
  for (const one of options) command.addOption(one);
  return command;
}

/** Help text of an option or argument: choices and default as words, without quotes. */
export function helpText({ description, argChoices, ...option }: Option | Argument): string {
  const standard = option.defaultValueDescription ?? option.defaultValue;
  const notes = [
    argChoices === undefined ? '' : `one of ${argChoices.join(', ')}`,
    standard === undefined ? '' : `default: ${String(standard)}`,
  ].filter(Boolean);
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}
