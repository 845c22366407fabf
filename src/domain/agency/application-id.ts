const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * A fresh Application ID: AGT-{year}-{6 random uppercase characters}-{last 6 digits of the timestamp} (spec §3).
 * `random` gives numbers from 0 up to 1, as Math.random does.
 */
export function agentApplicationId(now: Date, random: () => number): string {
  const characters = Array.from({ length: 6 }, () => CHARACTERS[Math.floor(random() * CHARACTERS.length)]);
  return `AGT-${now.getFullYear()}-${characters.join('')}-${String(now.getTime()).slice(-6)}`;
}
