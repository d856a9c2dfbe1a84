declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  export default class S3rver {
    constructor(options: Record<string, unknown>);
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  const models: { DUMMY_ACCOUNT: { createKeyPair(accessKey: string, secretKey: string): void } };
  export default models;
}
