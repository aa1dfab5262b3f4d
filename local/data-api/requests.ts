/** The bodies of the five operations, as the Data API's model describes them. */

import * as v from 'valibot';

import { DataApiError } from './exceptions.ts';

const Value = v.partial(
  v.strictObject({
    isNull: v.boolean(),
    booleanValue: v.boolean(),
    longValue: v.pipe(v.number(), v.integer()),
    doubleValue: v.union([v.number(), v.picklist(['NaN', 'Infinity', '-Infinity'])]),
    stringValue: v.string(),
    blobValue: v.pipe(v.string(), v.base64()),
    arrayValue: v.unknown(),
  }),
);

const Parameter = v.object({
  name: v.string(),
  value: v.optional(Value),
  typeHint: v.optional(v.picklist(['JSON', 'UUID', 'TIMESTAMP', 'DATE', 'TIME', 'DECIMAL'])),
});

const Target = {
  resourceArn: v.pipe(v.string(), v.minLength(11), v.maxLength(100)),
  secretArn: v.pipe(v.string(), v.minLength(11), v.maxLength(100)),
  database: v.optional(v.string()),
  schema: v.optional(v.string()),
};

const Statement = {
  ...Target,
  sql: v.pipe(v.string(), v.maxLength(65_536)),
  transactionId: v.optional(v.string()),
};

export const ExecuteRequest = v.object({
  ...Statement,
  parameters: v.optional(v.array(Parameter), []),
  includeResultMetadata: v.optional(v.boolean(), false),
  continueAfterTimeout: v.optional(v.boolean(), false),
  formatRecordsAs: v.optional(v.picklist(['NONE', 'JSON']), 'NONE'),
  resultSetOptions: v.optional(
    v.object({
      longReturnType: v.optional(v.picklist(['LONG', 'STRING']), 'LONG'),
      decimalReturnType: v.optional(v.picklist(['STRING', 'DOUBLE_OR_LONG']), 'STRING'),
    }),
    {},
  ),
});

export const BatchExecuteRequest = v.object({
  ...Statement,
  parameterSets: v.optional(v.array(v.array(Parameter)), []),
});

export const BeginTransactionRequest = v.object(Target);

export const EndTransactionRequest = v.object({
  resourceArn: Target.resourceArn,
  secretArn: Target.secretArn,
  transactionId: v.string(),
});

export type Value = v.InferOutput<typeof Value>;
export type Parameter = v.InferOutput<typeof Parameter>;
export type ExecuteRequest = v.InferOutput<typeof ExecuteRequest>;
export type ResultSetOptions = ExecuteRequest['resultSetOptions'];

/** @throws BadRequestException that names the field, never its value. */
export function parseRequest<S extends v.GenericSchema>(schema: S, body: string): v.InferOutput<S> {
  const result = v.safeParse(schema, parseJson(body));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new DataApiError(
    'BadRequestException',
    `Value at '${v.getDotPath(issue) ?? 'body'}' is not valid: expected ${issue.expected ?? issue.type}`,
  );
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new DataApiError('BadRequestException', 'The request body is not JSON', error);
  }
}
