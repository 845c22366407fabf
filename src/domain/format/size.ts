const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** A size in bytes in words: '512 Bytes', '1.5 KB', '2 MB'. Powers of 1024, one decimal at most (R2.18). */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const inUnit = Math.round((bytes / 1024 ** power) * 10) / 10;
  // 1023.97 KB is written as 1 MB, not as 1024 KB.
  return inUnit === 1024 && power < UNITS.length - 1 ? `1 ${UNITS[power + 1]}` : `${inUnit} ${UNITS[power]}`;
}
