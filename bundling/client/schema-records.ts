/** Reads from the published schemas what the client has to know of each record. The only place that knows how they are written. */

export interface RecordSchema {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly FieldSchema[];
}

export interface FieldSchema {
  readonly name: string;
  readonly description: string;
  /** A type of JSON other than null, or the name of a record. */
  readonly kind: string;
  readonly isArray: boolean;
  readonly isNullable: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

/**
 * Takes schemas by name: the `$defs` of a JSON Schema document, or the `components.schemas` of an OpenAPI description; and the
 * names of those that are records. Throws where the client could not check a field.
 */
export function schemaRecords(schemas: unknown, names: readonly string[]): readonly RecordSchema[] {
  const all = new Map(schemasIn(schemas));
  return names.map((name) => {
    const schema = all.get(name);
    if (schema === undefined) throw new Error(`There is no schema of ${name}`);
    return recordOf(name, schema);
  });
}

function recordOf(name: string, schema: Schema): RecordSchema {
  const required = listIn(schema['required']);
  const fields = schemasIn(schema['properties']).map(([field, value]) => {
    const at = `${name}.${field}`;
    if (!required.includes(field)) throw new Error(`${at} may be absent, and no field may`);
    return fieldOf(field, at, value);
  });
  return { name, description: descriptionOf(schema), fields };
}

function fieldOf(name: string, at: string, schema: Schema): FieldSchema {
  const description = descriptionOf(schema);
  const { only, isNullable } = withoutNull(at, schema);
  const { type, items } = only;
  const isArray = type === 'array';
  if (isArray && !isSchema(items)) throw new Error(`${at} is an array of anything`);
  const kind = kindOf(at, isArray && isSchema(items) ? items : only);
  return { name, description, kind, isArray, isNullable };
}

/** Nullable is `anyOf: [what it is, { type: 'null' }]`, or `type: [what it is, 'null']`. */
function withoutNull(at: string, schema: Schema): { only: Schema; isNullable: boolean } {
  const options = listIn(schema['anyOf']).filter(isSchema);
  const types = listIn(schema['type']);
  const alone = types.map((type) => Object.assign({}, schema, { type }));
  const all = [...options, ...alone];
  const [only, ...more] = all.filter(({ type }) => type !== 'null');
  if (all.length === 0) return { only: schema, isNullable: false };
  if (only === undefined || more.length > 0) throw new Error(`${at} has more than one type`);
  return { only, isNullable: all.length > 1 };
}

const TYPES: ReadonlySet<unknown> = new Set(['string', 'boolean', 'integer', 'number']);

function kindOf(at: string, { type, $ref }: Schema): string {
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (typeof type === 'string' && TYPES.has(type)) return type;
  throw new Error(`${at} has a type that the client cannot check`);
}

function descriptionOf({ description }: Schema): string {
  return typeof description === 'string' ? description : '';
}

function schemasIn(value: unknown): readonly (readonly [string, Schema])[] {
  return Object.entries(isSchema(value) ? value : {}).flatMap(([name, schema]) =>
    isSchema(schema) ? [[name, schema] as const] : [],
  );
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
