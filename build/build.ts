/**
 * `npm run build`: the site into dist/ (or the directory that is named), and every text file compressed beside itself.
 */
import path from 'node:path';
import { compressTextFiles } from './compress.ts';
import { buildSite } from './site.ts';

const dist = path.resolve(import.meta.dirname, '..', process.argv[2] ?? 'dist');
await buildSite(dist);
await compressTextFiles(dist);
