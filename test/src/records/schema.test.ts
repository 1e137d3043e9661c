import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Group } from '../../../src/records/group.js';
import { Result } from '../../../src/records/result.js';
import { jsonSchemaOf, SCHEMA_NAMES } from '../../../src/records/schema.js';

test.each([
  ['group', Group],
  ['result', Result],
] as const)('the schema of a %s is the one that validates it, under a name of its own', (name, record) => {
  const { $id, title, description, ...body } = jsonSchemaOf(name);
  expect(body).toEqual(z.toJSONSchema(record, { io: 'input' }));
  expect([$id, title]).toEqual([`urn:gagar.${name}:1`, `gagar.${name}/1`]);
  expect(description).toMatch(/\w/);
});

test('all records are published beside the code; `npm run build` writes them', () => {
  expect(SCHEMA_NAMES).toEqual(['group', 'result', 'rubric']);
  for (const name of SCHEMA_NAMES)
    expect(JSON.parse(readFileSync(`dist/schema/${name}.json`, 'utf8'))).toEqual(jsonSchemaOf(name));
});

test('the schema says what a group needs, and refuses unknown keys everywhere but under extra', () => {
  const group = jsonSchemaOf('group') as {
    required: string[];
    properties: Record<string, Record<string, unknown>>;
  };
  expect(group.required).toEqual(['schema', 'group_id', 'task', 'rollouts']);
  expect(group.properties['task']).toMatchObject({
    additionalProperties: false,
    anyOf: [{ required: ['repo'] }, { required: ['tree'] }, { required: ['image'] }],
  });
  expect(group.properties['extra']).toMatchObject({ additionalProperties: {} });
});

interface Property {
  readonly place: string;
  readonly description: unknown;
}

/** Every property of every object in a schema, under its place. */
function propertiesOf(schema: unknown, place = ''): Property[] {
  if (schema === null || typeof schema !== 'object') return [];
  return Object.entries(schema).flatMap(([key, part]): Property[] => {
    if (key !== 'properties') return propertiesOf(part, `${place}/${key}`);
    return Object.entries(part as Record<string, { description?: unknown }>).flatMap(([name, property]) => [
      { place: `${place}/${name}`, description: property.description },
      ...propertiesOf(property, `${place}/${name}`),
    ]);
  });
}

test.each(SCHEMA_NAMES)('every property of the schema of a %s says what it means, in a sentence', (name) => {
  const properties = propertiesOf(jsonSchemaOf(name));
  expect(properties.length).toBeGreaterThan(70);
  const mute = properties.filter(({ description }) => !/^\S.*\.$/.test(String(description ?? '')));
  expect(mute).toEqual([]);
});
