import { startS3 } from '#tests/support/s3-server/server.ts';

/** The S3 server in a separate process. Answers any message with the number of requests so far. */
const s3 = await startS3({ port: 0, bucket: 'uploads' });
process.on('message', () => process.send?.(s3.requests()));
process.send?.(JSON.stringify(s3.env));
