/** `gagar schema`: prints the JSON Schema that a record is validated against. */
import { Argument } from 'commander';
import type { SchemaName } from '../../src/records/schema.js';
import type { AddCommand } from './commands.js';

const RECORDS: readonly SchemaName[] = ['group', 'result', 'rubric'];

export const addSchema: AddCommand = (program) => {
  program
    .command('schema')
    .summary('print the JSON Schema of a record')
    .description('Prints the JSON Schema of a record.')
    .addArgument(new Argument('<record>', 'which record').choices(RECORDS))
    .addHelpText('after', '\nExamples:\n  gagar schema group > group.schema.json\n  gagar schema result')
    .action(async (record: SchemaName) => {
      const { jsonSchemaOf } = await import('../../src/records/schema.js');
      process.stdout.write(`${JSON.stringify(jsonSchemaOf(record), null, 2)}\n`);
    });
};
