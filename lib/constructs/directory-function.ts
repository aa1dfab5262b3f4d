import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import type { Directory } from '../../contract/directories.ts';
import { environment } from '../../contract/environment.ts';
import { MEMORY_SECONDS } from '../../contract/http.ts';
import { FUNCTION_MEMORY_MB, FUNCTION_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { metricNamespace } from '../../contract/metrics.ts';
import { CodeFunction, type CodeFunctionProps } from './code-function.ts';

export interface DirectoryFunctionProps extends Pick<
  CodeFunctionProps,
  'folder' | 'logRetention' | 'reservedConcurrency'
> {
  readonly directory: Directory;
  readonly stageName: string;
}

/** The function that answers for one directory. */
export class DirectoryFunction extends CodeFunction {
  readonly directory: Directory;

  constructor(scope: Construct, id: string, props: DirectoryFunctionProps) {
    const { directory, stageName, ...rest } = props;
    super(scope, id, {
      ...rest,
      description: `Answers ${directory.path}`,
      memoryMb: FUNCTION_MEMORY_MB,
      timeout: Duration.seconds(FUNCTION_TIMEOUT_SECONDS),
    });
    this.directory = directory;
    this.function.addEnvironment(environment.memorySeconds, String(MEMORY_SECONDS));
    this.function.addEnvironment(environment.metricNamespace, metricNamespace(stageName));
  }
}
