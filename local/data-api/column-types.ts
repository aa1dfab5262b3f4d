/** Which PostgreSQL types the Data API returns, and as what. */

import type { Session } from '../database/local-database.ts';
import { DataApiError } from './exceptions.ts';

/** How a value travels: each is a member of the API's `Field`. */
export type Kind = 'boolean' | 'long' | 'double' | 'decimal' | 'blob' | 'string';

export interface ColumnType {
  /** PostgreSQL's own name; an array's begins with `_`. */
  readonly name: string;
  readonly kind: Kind;
  readonly isArray: boolean;
  /** Number in `java.sql.Types`, which the API's `ColumnMetadata` speaks. */
  readonly jdbcType: number;
}

const JDBC_OTHER = 1111;
const JDBC_ARRAY = 2003;

/**
 * The scalar types that the Aurora user guide lists ("Amazon RDS Data API operations reference") and the timestamp
 * family: [kind, java.sql.Types, oid, oid of the array] (pg_type.dat). What is not here is refused, as AWS does with
 * `regtype`, `"char"` or `void`.
 */
const supported: Readonly<Record<string, readonly [Kind, number, number?, number?]>> = {
  bool: ['boolean', -7, 16, 1000],
  bytea: ['blob', -2, 17, 1001],
  int8: ['long', -5, 20, 1016],
  int2: ['long', 5, 21, 1005],
  int4: ['long', 4, 23, 1007],
  float4: ['double', 7, 700, 1021],
  float8: ['double', 8, 701, 1022],
  numeric: ['decimal', 2, 1700, 1231],
  text: ['string', 12, 25, 1009],
  varchar: ['string', 12, 1043, 1015],
  bpchar: ['string', 1, 1042, 1014],
  name: ['string', 12, 19, 1003],
  date: ['string', 91, 1082, 1182],
  time: ['string', 92, 1083, 1183],
  timetz: ['string', 92, 1266, 1270],
  timestamp: ['string', 93, 1114, 1115],
  timestamptz: ['string', 93, 1184, 1185],
  json: ['string', JDBC_OTHER, 114, 199],
  jsonb: ['string', JDBC_OTHER, 3802, 3807],
  uuid: ['string', JDBC_OTHER, 2950, 2951],
  inet: ['string', JDBC_OTHER, 869, 1041],
  cidr: ['string', JDBC_OTHER, 650, 651],
  pg_lsn: ['string', JDBC_OTHER, 3220, 3221],
  vector: ['string', JDBC_OTHER], // an extension's type has no fixed oid
};

const builtIn = new Map<number, ColumnType>(
  Object.entries(supported).flatMap(([name, [kind, jdbcType, oid = 0, arrayOid = 0]]) => [
    [oid, { name, kind, isArray: false, jdbcType }],
    [arrayOid, { name: `_${name}`, kind, isArray: true, jdbcType: JDBC_ARRAY }],
  ]),
);

/** @throws UnsupportedResultException */
export async function columnType(session: Session, oid: number): Promise<ColumnType> {
  const type = oid === 0 ? undefined : builtIn.get(oid);
  return type ?? lookUp(session, oid);
}

/** Asks the catalogue what a type is that was created in the database, or that AWS does not return. */
async function lookUp(session: Session, oid: number): Promise<ColumnType> {
  const { rows } = await session.query(
    `SELECT t.typname, coalesce(e.typname, t.typname), coalesce(e.typtype, t.typtype), t.typelem <> 0 AND t.typlen = -1
       FROM pg_catalog.pg_type t LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem AND t.typlen = -1
      WHERE t.oid = $1::int8::oid`,
    [String(oid)],
  );
  const [name = null, element = null, typtype, isArray] = rows[0] ?? [];
  const known = typtype === 'e' ? supported['varchar'] : supported[element ?? ''];
  if (name === null || known === undefined) {
    throw new DataApiError(
      'UnsupportedResultException',
      `The result contains the unsupported data type ${name ?? oid}.`,
    );
  }
  const array = isArray === 't';
  return { name, kind: known[0], isArray: array, jdbcType: array ? JDBC_ARRAY : known[1] };
}
