/** JSON as people read it; text that is no JSON as it is. */
export function pretty(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? '';
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

/** A span of milliseconds in its two largest units: '23 h 59 min', '4 s', '320 ms'. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const units = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ] as const;
  const first = units.findIndex(([length]) => ms >= length);
  const parts = units.slice(first, first + 2).map(([length, unit], index) => {
    const rest = index === 0 ? ms : ms % (units[first]?.[0] ?? 1);
    return [Math.floor(rest / length), unit] as const;
  });
  return parts
    .filter(([count], index) => index === 0 || count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
