/** Reads the fields of a record out of its JSON Schema: all that the page knows of how schemas are written. */

export interface FieldDescription {
  readonly name: string;
  /** `string`, `array of Enrollment`. */
  readonly type: string;
  readonly format: string | undefined;
  readonly isNullable: boolean;
  readonly description: string;
}

/** The schemas of all records by name, as OpenAPI's `components.schemas` or JSON Schema's `$defs` have them. */
export type Schemas = Readonly<Record<string, unknown>>;

type Schema = Readonly<Record<string, unknown>>;

export function readFields(schemas: Schemas, record: string): readonly FieldDescription[] {
  const properties = asSchema(asSchema(schemas[record])['properties']);
  const fields = Object.entries(properties).map(([name, schema]) => readField(name, schema));
  if (fields.length === 0) throw new Error(`The schemas have no fields of ${record}`);
  return fields;
}

export function readDescription(schemas: Schemas, record: string): string {
  return textOf(asSchema(schemas[record])['description']);
}

function readField(name: string, written: unknown): FieldDescription {
  const { schema, isNullable } = withoutNull(asSchema(written));
  return {
    name,
    type: typeOf(schema),
    format: textOf(schema['format']) || undefined,
    isNullable,
    description: textOf(schema['description']),
  };
}

/** A nullable value is written `anyOf: [what it is, null]` or `type: [its type, "null"]`. */
function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  const { anyOf, type, ...rest } = schema;
  if (Array.isArray(anyOf)) {
    const options = anyOf.map(asSchema);
    const only = options.find((option) => option['type'] !== 'null') ?? {};
    return { schema: { ...only, ...rest }, isNullable: options.length > 1 };
  }
  if (!Array.isArray(type)) return { schema, isNullable: false };
  const isNullable = type.includes('null');
  return { schema: { ...rest, type: type.find((one) => one !== 'null') }, isNullable };
}

function typeOf(schema: Schema): string {
  const [all] = Array.isArray(schema['allOf']) ? schema['allOf'].map(asSchema) : [];
  const reference = textOf((all ?? schema)['$ref']);
  if (reference !== '') return reference.slice(reference.lastIndexOf('/') + 1);
  const type = textOf(schema['type']);
  return type === 'array' ? `array of ${typeOf(asSchema(schema['items']))}` : type;
}

function asSchema(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
