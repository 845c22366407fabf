/** A refusal as S3 words it: an HTTP status and one of its codes. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}

export const noSuchKey = () => new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');

/** S3 says the same of an upload that never was, was aborted, or is completed. */
export const noSuchUpload = () => new S3Error(404, 'NoSuchUpload', 'The specified multipart upload does not exist.');
