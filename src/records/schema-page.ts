/** The JSON Schema of a record as a page for people: a table of its fields, and one for each part that has fields of its own. */
import { jsonSchemaOf, type SchemaName } from './schema.js';

/** As far as our schemas use JSON Schema. */
interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

interface Row {
  readonly field: string;
  readonly type: string;
  readonly meaning: string;
}

/** Markdown; `gagar schema NAME --markdown` prints it. */
export function schemaPage(name: SchemaName): string {
  const schema = jsonSchemaOf(name) as Schema;
  const fields = Object.entries(schema.properties ?? {});
  const parts = [...fields, ...Object.entries(schema.$defs ?? {})].filter(
    ([, part]) => rowsIn(part, '').length > 0,
  );
  return [
    `# ${schema.title}\n\n${schema.description}`,
    `\`gagar schema ${name} --markdown\` makes this page, \`gagar schema ${name}\` the JSON Schema.`,
    tableOf(fields.map(([field, part]) => rowOf(field, part, schema))),
    ...parts.map(([field, part]) => `## ${field}\n\n${part.description}\n\n${tableOf(rowsIn(part, ''))}`),
  ].join('\n\n');
}

const tableOf = (rows: readonly Row[]): string =>
  [
    '| field | value | meaning |',
    '| --- | --- | --- |',
    ...rows.map(({ field, type, meaning }) => `| \`${field}\` | ${cell(type)} | ${cell(meaning)} |`),
  ].join('\n');

const cell = (text: string): string => text.replace(/[|<]/g, '\\$&');

function rowOf(field: string, part: Schema, owner: Schema, path = ''): Row {
  const may = owner.required?.includes(field) === true ? '' : ', may be left out';
  return { field: path + field, type: typeOf(part) + may, meaning: part.description ?? '' };
}

/** The fields of all objects in a part, theirs below them; a reference has a table of its own. */
function rowsIn(part: Schema, path: string): Row[] {
  const fields = Object.entries(part.properties ?? {}).flatMap(([field, inner]) => [
    rowOf(field, inner, part, path),
    ...rowsIn(inner, `${path}${field}.`),
  ]);
  const each = path.replace(/\.$/, '');
  return [
    ...fields,
    ...choicesOf(part).flatMap((choice) => rowsIn(choice, path)),
    ...(part.items === undefined ? [] : rowsIn(part.items, each === '' ? '' : `${each}[].`)),
    ...(isSchema(part.additionalProperties) ? rowsIn(part.additionalProperties, `${path}*.`) : []),
  ];
}

const choicesOf = ({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] =>
  // Beside properties they only say which of these are needed.
  [...anyOf, ...oneOf].filter(({ required, type }) => required === undefined || type !== undefined);

const isSchema = (part: Schema | boolean | undefined): part is Schema =>
  typeof part === 'object' && Object.keys(part).length > 0;

function typeOf(part: Schema): string {
  const { $ref, enum: words, items, prefixItems, properties, additionalProperties, propertyNames } = part;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return `[${name}](#${name.toLowerCase()})`;
  }
  if ('const' in part) return `\`${part.const}\``;
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(' ');
  const choices = choicesOf(part);
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' or ');
  if (prefixItems !== undefined) return `[${prefixItems.map(typeOf).join(', ')}]`;
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (properties !== undefined) return 'object';
  if (isSchema(additionalProperties))
    return `${typeOf(additionalProperties)} per ${propertyNames?.enum ? typeOf(propertyNames) : 'key'}`;
  return [part.type ?? 'any'].flat().join(' or ') + rangeOf(part);
}

/** The ends of what a number can hold say nothing. */
function rangeOf({ minimum = -Infinity, maximum = Infinity }: Schema): string {
  const from = minimum > Number.MIN_SAFE_INTEGER ? minimum : null;
  const to = maximum < Number.MAX_SAFE_INTEGER ? maximum : null;
  if (from === null) return to === null ? '' : ` ≤ ${to}`;
  return to === null ? ` ≥ ${from}` : ` ${from} to ${to}`;
}
