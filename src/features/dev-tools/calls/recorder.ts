import { createCallLog } from './call-log.ts';
import { createLink } from './link.ts';
import { watchFetch } from './watch-fetch.ts';
import { watchUploads } from './watch-uploads.ts';

/** The page's calls and its link: one of each, since there is one `fetch`. */
export const callLog = createCallLog();
export const link = createLink();

let watching: (() => void) | undefined;

/** Starts to record the page's calls to our server, once; called where the developer tools are on. */
export function startRecording(): void {
  if (watching) return;
  const stops = [watchFetch(callLog, link), watchUploads(callLog, link)];
  watching = () => {
    for (const stop of stops) stop();
  };
}

/** Gives the page its own `fetch` back. */
export function stopRecording(): void {
  watching?.();
  watching = undefined;
}
