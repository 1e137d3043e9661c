import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import { gagarProgram } from '../../harness/cli/program.js';

const PAGES = ['README.md', 'AGENTS.md', ...readdirSync(assetPath('docs')).map((name) => join('docs', name))];
const textOf = (page: string): string => readFileSync(assetPath(page), 'utf8');

/** What a heading is called in the address of a link, as GitHub does it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .trim()
    .replaceAll(' ', '-');
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

function leadsNowhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(assetPath(target))) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

test.each(PAGES)('every link of %s leads to a file and a heading', (page) => {
  const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link]) => link!);
  expect(links.filter((link) => leadsNowhere(page, link))).toEqual([]);
});

/** The words of every `npx gagar …` in the shell blocks of a page. */
const callsOf = (page: string): string[][] =>
  [...textOf(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    [...block!.matchAll(/npx gagar ([^\n;|#&]+)/g)].map(([, words]) => words!.trim().split(/\s+/)),
  );

/** The words of a call that its command does not know: the name of a command, or an option. */
function unknownIn(words: readonly string[]): string[] {
  let command: Command = gagarProgram();
  let at = 0;
  for (; at < words.length && command.commands.length > 0; at += 1) {
    const next = command.commands.find((one) => one.name() === words[at]);
    if (next === undefined) break;
    command = next;
  }
  if (at === 0) return words.slice(0, 1);
  // What is given to a command that has others below goes to the usual one of them.
  const known = [command, ...command.commands].flatMap(({ options }) => options);
  const rest = words.slice(at, words.includes('--') ? words.indexOf('--') : undefined);
  return rest.filter(
    (word) => /^--?[a-z]/.test(word) && !known.some(({ short, long }) => word === short || word === long),
  );
}

test.each(PAGES)('every command that %s shows is there, with its options', (page) => {
  const wrong = callsOf(page).filter((words) => unknownIn(words).length > 0);
  expect(wrong.map((words) => words.join(' '))).toEqual([]);
});

test('the pages show every command but the help', () => {
  const shown = new Set(PAGES.flatMap(callsOf).map(([name]) => name));
  const commands = gagarProgram().commands.map((one) => one.name());
  expect(commands.filter((name) => !shown.has(name))).toEqual([]);
});
