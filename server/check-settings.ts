import { loadEnvironment, readConfig, WrongConfiguration } from './config.ts';
import { checkOffers } from './staff/check-offers.ts';
import { checkOutside } from './staff/check-outside.ts';
import { write } from './staff/context.ts';
import { printable } from './staff/printable.ts';

const USAGE = `npm run check-settings              asks every configured service whether it can be used, and sends no application;
                                    exits with 1 if something is wrong
npm run check-settings -- --offers  has the records API validate the offers of made-up people, and prints its answers;
                                    submits nothing and asks no register
`;
const MARKS = { ok: 'ok     ', wrong: 'WRONG  ', missing: 'not set', note: 'note   ' } as const;

async function main(words: readonly string[]): Promise<void> {
  const [option, ...others] = words;
  if (others.length > 0 || (option !== undefined && option !== '--offers')) throw new Error(USAGE);
  const { env, notes } = loadEnvironment({ anyMode: true });
  const config = readConfig(env, { demo: false });
  if (option === '--offers') return checkOffers(config);
  const lines = [...notes.map((text) => ({ mark: 'note' as const, text })), ...(await checkOutside(config))];
  for (const { mark, text } of lines) write(`${MARKS[mark]}  ${text}\n`);
  const wrong = lines.filter(({ mark }) => mark === 'wrong').length;
  if (wrong > 0) throw new Error(`${wrong} to be set right`);
  write('Nothing is wrong, as far as can be told without sending an application\n');
}

main(process.argv.slice(2)).then(
  // Open keep-alive connections would delay the end.
  () => process.exit(0),
  (error) => {
    const said = error instanceof WrongConfiguration ? error.problems.map((one) => `${MARKS.wrong}  ${one}`) : [];
    const words = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${printable(said.length > 0 ? said.join('\n') : words)}\n`);
    process.exit(1);
  },
);
