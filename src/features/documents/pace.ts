/** Below this, in bytes a second, a link is called slow: a megabyte takes most of a minute. */
const SLOW = 20 * 1024;
/** How much a new measurement counts against those before it. */
const WEIGHT = 0.3;

/** Measures how fast one attempt goes: bytes that are there, and when, give bytes a second; undefined at first. */
export function makePace(now: () => number = () => performance.now()): (bytes: number) => number | undefined {
  let last: { readonly bytes: number; readonly at: number } | undefined;
  let pace: number | undefined;
  return (bytes) => {
    const at = now();
    if (last && at > last.at) {
      const latest = ((bytes - last.bytes) * 1000) / (at - last.at);
      pace = pace === undefined ? latest : pace + WEIGHT * (latest - pace);
    }
    last = { bytes, at };
    return pace;
  };
}

/** What is left to wait, in plain words; nothing where it is hardly worth saying. */
export function paceWords(bytesLeft: number, bytesPerSecond: number | undefined): string | undefined {
  if (bytesPerSecond === undefined) return undefined;
  const slow = bytesPerSecond < SLOW ? 'Slow connection' : undefined;
  const seconds = bytesLeft / Math.max(bytesPerSecond, 1);
  const minutes = Math.round(seconds / 60);
  if (seconds > 3600) return slow;
  if (seconds < 10) return slow;
  const wait =
    seconds < 50 ? 'Less than a minute left' : `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
  return slow ? `${slow}, ${wait.charAt(0).toLowerCase()}${wait.slice(1)}` : wait;
}
