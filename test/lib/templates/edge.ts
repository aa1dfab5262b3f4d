import { Match } from 'aws-cdk-lib/assertions';

import { allPaths } from '../../../contract/routing.ts';
import { custom, production } from '../templates.ts';

describe('the edge', () => {
  it('may read the three objects of the store for a distribution of this account', () => {
    const distributions = ['arn:aws:cloudfront::', { Ref: 'AWS::AccountId' }, ':distribution/*'];
    production.data.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 's3:GetObject',
            Principal: { Service: 'cloudfront.amazonaws.com' },
            // The only key that AWS documents CloudFront to send ("Restricting access to an Amazon S3 origin").
            Condition: { ArnLike: { 'AWS:SourceArn': { 'Fn::Join': ['', distributions] } } },
            Resource: allPaths.toSorted().map((path) => ({
              'Fn::Join': ['', [Match.anyValue(), path]],
            })),
          }),
        ]),
      },
    });
  });
});

describe('a stage with a domain and a WAF', () => {
  it('prints its own address', () => {
    custom.service.hasOutput('Address', { Value: 'https://directory.example.org/v1' });
  });
});
