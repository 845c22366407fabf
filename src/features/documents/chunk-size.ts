const KIB = 1024;
/** What a link nobody knows yet is given; a link that is only slow is never given less than half of it. */
const FIRST = 512 * KIB;
const SMALLEST = 64 * KIB;
const LARGEST = 16 * 1024 * KIB;
/** A chunk is to take about so long: an answer often enough, and seldom enough that waiting for it costs nothing. */
const TARGET_MS = 4000;

/** How many bytes one request carries. It follows the link, not the file: the page's transfers share one. */
export interface ChunkSize {
  readonly bytes: number;
  /** A request of so many bytes was answered after so many milliseconds. */
  arrived(bytes: number, ms: number): void;
  /** A request was cut off or stood still. */
  broke(): void;
}

/**
 * Begins small; doubles while requests go quickly, so that a good link is hardly ever interrupted; halves where they
 * take long, so that the person's own requests find a gap; halves when one breaks, since what browsers and proxies do
 * with a broken request (they send it again, or keep nothing of it) costs as much as the request is large.
 */
export function makeChunkSize(first = FIRST): ChunkSize {
  let bytes = first;
  return {
    get bytes() {
      return bytes;
    },
    arrived(count, ms) {
      // The end of a file tells more of the distance than of the link.
      if (count < bytes) return;
      const wanted = (count * TARGET_MS) / Math.max(ms, 1);
      if (wanted >= 2 * bytes) bytes = Math.min(2 * bytes, LARGEST);
      else if (wanted <= bytes / 2) bytes = Math.max(bytes / 2, Math.min(bytes, FIRST / 2));
    },
    broke() {
      bytes = Math.max(bytes / 2, SMALLEST);
    },
  };
}
