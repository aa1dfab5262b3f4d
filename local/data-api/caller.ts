/** Who calls and what for: the part that every operation's request has. */

import { DataApiError } from './exceptions.ts';

export interface Cluster {
  readonly clusterArn: string;
  readonly databaseName: string;
  /** Secret ARN to the role behind it; `undefined` is the owner. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
}

export interface Caller {
  readonly secretArn: string;
  readonly role: string | undefined;
  /** What the request said, which may be nothing. */
  readonly database: string | undefined;
}

interface TargetedRequest {
  readonly resourceArn: string;
  readonly secretArn: string;
  readonly database?: string | undefined;
  readonly schema?: string | undefined;
}

/**
 * The errors are those that the API model's own words fit: `NotFoundException` "the resourceArn ... can't be found",
 * `SecretsErrorException` "the secret provided wasn't found". In AWS, IAM may answer first, with AccessDenied.
 */
export function identify(request: TargetedRequest, cluster: Cluster): Caller {
  const { resourceArn, secretArn, database, schema } = request;
  if (resourceArn !== cluster.clusterArn) {
    throw new DataApiError('NotFoundException', `The cluster ${resourceArn} can't be found`);
  }
  if (!Object.hasOwn(cluster.secrets, secretArn)) {
    throw new DataApiError('SecretsErrorException', `The secret ${secretArn} wasn't found`);
  }
  if (schema !== undefined) {
    throw new DataApiError('BadRequestException', 'The schema parameter is not supported');
  }
  if (database !== undefined && database !== cluster.databaseName) {
    throw new DataApiError(
      'DatabaseErrorException',
      `FATAL: database "${database}" does not exist; SQLState: 3D000`,
    );
  }
  return { secretArn, role: cluster.secrets[secretArn], database };
}
