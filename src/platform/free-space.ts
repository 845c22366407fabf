/** How many more bytes this site may store; undefined if the browser does not say. Never rejects. */
export async function roomLeft(): Promise<number | undefined> {
  try {
    const { quota, usage = 0 } = await navigator.storage.estimate();
    return quota === undefined ? undefined : Math.max(0, quota - usage);
  } catch {
    return undefined;
  }
}
