/** `gagar schema`: prints the JSON Schema that a record is validated against. */
import { Argument } from 'commander';
import type { SchemaName } from '../../src/records/schema.js';
import type { AddCommand } from './add-command.js';

const RECORDS: readonly SchemaName[] = ['group', 'result', 'rubric'];

const EXAMPLES = `
Examples:
  gagar schema group > group.schema.json
  gagar schema result --markdown           what a trainer reads of a result`;

export const addSchema: AddCommand = (program) => {
  program
    .command('schema')
    .summary('print the JSON Schema of a record')
    .description('Prints the JSON Schema of a record.')
    .addArgument(new Argument('<record>', 'which record').choices(RECORDS))
    .option('--markdown', 'as a page for people: every field, its values and what it means')
    .addHelpText('after', EXAMPLES)
    .action(async (record: SchemaName, { markdown }: { markdown?: true }) => {
      const { jsonSchemaOf } = await import('../../src/records/schema.js');
      const { schemaPage } = await import('../../src/records/schema-page.js');
      const text = markdown ? schemaPage(record) : JSON.stringify(jsonSchemaOf(record), null, 2);
      process.stdout.write(`${text}\n`);
    });
};
