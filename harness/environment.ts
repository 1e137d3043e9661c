/** The only reader of the process environment: names, defaults and nothing else. */
const { env } = process;

/** A non-empty environment value, or undefined. */
const value = (name: string): string | undefined => env[name] || undefined;

export const environment = {
  /** Provider keys never appear on a command line, in a log or in a result. */
  anthropicKey: () => value('ANTHROPIC_API_KEY'),
  openaiKey: () => value('OPENAI_API_KEY'),
  noColor: () => value('NO_COLOR') !== undefined || value('TERM') === 'dumb',
  columns: () => Number(value('COLUMNS')) || undefined,
  /** Where base stores are kept between runs. */
  cacheHome: () =>
    value('GAGAR_CACHE') ?? (value('XDG_CACHE_HOME') ? `${value('XDG_CACHE_HOME')}/gagar` : undefined),
  home: () => value('HOME'),
  /** The whole environment, for the runner that picks PATH, agent, proxy and certificate names out of it. */
  forGit: () => env,
  path: () => value('PATH') ?? '/usr/local/bin:/usr/bin:/bin',
  dockerHost: () => value('DOCKER_HOST'),
};
