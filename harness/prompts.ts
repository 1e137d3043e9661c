/** Prompts as data: templates of prompts/, filled strictly, and the digest that says which texts a judge was given. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Fault } from '../src/fault.js';
import { assetPath, readAsset } from './assets.js';

/** Who reads a prompt: a model, or a person or an agent who calls the tools by hand. */
export type Reader = 'model' | 'operator';

const VARIABLE = /\{\{(\w+)\}\}/g;

/**
 * A template of prompts/ with its variables filled in; values are never read as templates themselves.
 * @throws Fault internal for a variable that is missing, or given and not used.
 */
export function render(name: string, variables: Readonly<Record<string, string | number>> = {}): string {
  return fill(readAsset('prompts', `${name}.md`), name, variables).trimEnd();
}

export function fill(
  template: string,
  name: string,
  variables: Readonly<Record<string, string | number>>,
): string {
  const unused = new Set(Object.keys(variables));
  const text = template.replace(VARIABLE, (_, variable: string) => {
    if (!Object.hasOwn(variables, variable))
      throw new Fault('internal', `prompts/${name}.md asks for {{${variable}}}, which nobody gives`);
    unused.delete(variable);
    return String(variables[variable]);
  });
  if (unused.size > 0)
    throw new Fault('internal', `prompts/${name}.md does not use ${[...unused].join(', ')}`);
  return text;
}

/** sha256 over all templates of one kind of work, by name: those of the group judge, or of a folder below. */
export function promptDigest(folder = ''): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(assetPath('prompts', folder)).sort()) {
    if (file.endsWith('.md')) hash.update(`${file}\n${readAsset('prompts', folder, file)}\n`);
  }
  return hash.digest('hex');
}
