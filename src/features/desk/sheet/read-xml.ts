import { Parser } from 'saxen';
import { refused } from './sheet-table.ts';
import { utf16Of } from './text-of.ts';

/** The events of an XML document. Names have no namespace prefix. */
export interface XmlEvents {
  /** Attributes are read only if `attributes` is called, because most of a hundred thousand elements need none. */
  readonly open?: (name: string, attributes: () => Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const local = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);

function decoded(attributes: Record<string, string>): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name in attributes) all[local(name)] = meantBy(attributes[name] ?? '');
  return all;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces character references. The library knows none beyond four hexadecimal digits. */
const meantBy = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Reads a document in pieces. Call `end` after the last. Both throw SheetRefused if it is not XML. */
export function xmlReader(events: XmlEvents) {
  let decoder: TextDecoder | undefined;
  let failure: Error | undefined;
  let thrown: { readonly what: unknown } | undefined;
  const guarded = (work: () => void) => {
    if (thrown) return;
    try {
      work();
    } catch (what) {
      thrown = { what };
      parser.stop();
    }
  };
  const parser = new Parser()
    .on('openTag', (name, attributes) => guarded(() => events.open?.(local(name), () => decoded(attributes()))))
    .on('text', (text) => guarded(() => events.text?.(meantBy(text))))
    .on('cdata', (text) => guarded(() => events.text?.(text)))
    .on('closeTag', (name) => guarded(() => events.close?.(local(name))))
    .on('warn', () => {})
    .on('error', (broken) => {
      failure ??= broken;
    });
  const check = () => {
    if (thrown) throw thrown.what;
    if (failure) throw refused('unreadable', failure);
  };
  return {
    write(piece: Uint8Array): void {
      decoder ??= new TextDecoder(utf16Of(piece) ?? 'utf-8');
      parser.write(decoder.decode(piece, { stream: true }));
      check();
    },
    end(): void {
      parser.end();
      check();
    },
  };
}
