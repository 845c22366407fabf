import { expose, type ProxyMarked } from 'comlink';
import type { Look } from './look.ts';
import { lookAt } from './look-at.ts';

const service = {
  lookAt: (file: Blob, onMore: ((look: Look) => void) & ProxyMarked) => lookAt(file, onMore),
};
export type LookService = typeof service;

expose(service);
