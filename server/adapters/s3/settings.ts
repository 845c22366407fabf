import type { OutsideProxy } from '../outside-proxy.ts';

/** Where uploads are kept, and as whom. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Left out for AWS itself. */
  readonly endpoint?: string;
  readonly forcePathStyle: boolean;
  /** Left out: the machine's own role, as the AWS SDK finds it. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** Left out where the bucket is reached directly. */
  readonly proxy?: OutsideProxy;
}
