import { expose } from 'comlink';
import { createSheetWork } from './sheet-work.ts';

expose(createSheetWork());
