declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: Record<string, unknown>);
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  const models: { DUMMY_ACCOUNT: { createKeyPair(accessKey: string, secretKey: string): void } };
  export default models;
}
