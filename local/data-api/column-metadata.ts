/** The `columnMetadata` of an answer. What the engines do not tell, table and nullability, is given as unknown. */

import type { ColumnType, Kind } from './column-types.ts';

const JDBC_NULLABLE_UNKNOWN = 2;
const UNBOUNDED = 2_147_483_647;

export function columnMetadata(names: readonly string[], types: readonly ColumnType[]): object[] {
  return types.map((type, index) => {
    const name = names[index] ?? '';
    return {
      arrayBaseColumnType: 0,
      isAutoIncrement: false,
      isCaseSensitive: type.kind === 'string',
      isCurrency: false,
      isSigned: isNumber(type.kind) && !type.isArray,
      label: name,
      name,
      nullable: JDBC_NULLABLE_UNKNOWN,
      precision: precisions[type.name] ?? UNBOUNDED,
      scale: 0,
      schemaName: '',
      tableName: '',
      type: type.jdbcType,
      typeName: type.name,
    };
  });
}

/** As the PostgreSQL JDBC driver reports them. */
const precisions: Readonly<Record<string, number>> = {
  bool: 1,
  int2: 5,
  int4: 10,
  int8: 19,
  float4: 8,
  float8: 17,
  numeric: 0,
  date: 13,
  time: 15,
  timestamp: 29,
  timestamptz: 35,
};

function isNumber(kind: Kind): boolean {
  return kind === 'long' || kind === 'double' || kind === 'decimal';
}
