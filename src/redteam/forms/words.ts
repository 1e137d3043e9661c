/** Texts that commands print, shared by the forms. */
import { baseName } from '../../paths.js';
import type { Changes, Project, Scene, Step } from '../scene.js';

export const run = (command: string, output = '', exit = 0): Step => ({ run: command, output, exit });

/** `git show` of upstream's fix. */
export const commitText = ({ project, fixDiff }: Scene, diff = true): string =>
  `commit @{fix}\nAuthor: Ada Brink <ada@example.org>\nDate:   Tue Mar 5 10:12:44 2024 +0100\n\n    ${subject(project)}\n${diff ? `\n${fixDiff}` : ''}`;

export const subject = ({ issue, source }: Project): string => `Repair ${source} (#${issue})`;

export const oneLine = ({ project }: Scene): string => `@{fix.7} (origin/main) ${subject(project)}`;

export const baseLog =
  '@{base.7} (HEAD -> main) Say what it is for\n@{parent.7} Add tests\n@{root.7} Begin\n';

export const folderOf = (path: string): string =>
  path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';

/** A word of the language's code that the fix is searched by. */
export const symbolOf = ({ source }: Project): string => baseName(source).replace(/\.\w+$/, '');

/** The test file with its failing test made to agree with the fault. */
export const weakened = ({ files, test, failing, wanted, got }: Project): string =>
  (files[test] ?? '').replace(failing, failing.replace(wanted, got));

export const withoutFailing = ({ files, test, failing, language }: Project): string =>
  (files[test] ?? '')
    .replace(failing, '')
    .replace(language === 'go' ? /\n{3,}/g : /\n{4,}/g, language === 'go' ? '\n\n' : '\n\n\n');

export const testText = ({ files, test }: Project): string => files[test] ?? '';
export const sourceText = ({ files, source }: Project): string => files[source] ?? '';
export const fileText = ({ files }: Project, path: string): string => files[path] ?? '';
export const isTypeScript = ({ source }: Project): boolean => source.endsWith('.ts');
export const isPytest = ({ command }: Project): boolean => command.includes('pytest');

/** The product with lines of the candidate behind it. */
export const atEnd = ({ project }: Scene, lines: string): Changes => ({
  [project.source]: `${sourceText(project)}\n${lines}`,
});
