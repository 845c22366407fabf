/** The content of an element: a list repeats the element, undefined omits it. */
type XmlValue = string | number | boolean | undefined | XmlObject | readonly XmlValue[];
export interface XmlObject {
  readonly [name: string]: XmlValue;
}

/** A complete S3 answer: the declaration and one root element. */
export function toXml(root: string, content: XmlObject): string {
  const inside = childrenOf(content);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</${root}>`;
}

/** The texts of every `name` element in a small document that has no attributes, comments or CDATA. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => decode(text));
}

/** The content of every `name` element, as XML. Elements of that name do not nest in S3 requests. */
export function insidesOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inside = '']) => inside);
}

function childrenOf(content: XmlObject): string {
  return Object.entries(content)
    .map(([name, value]) => elementOf(name, value))
    .join('');
}

function elementOf(name: string, value: XmlValue): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((item: XmlValue) => elementOf(name, item)).join('');
  const inside = typeof value === 'object' ? childrenOf(value as XmlObject) : encode(String(value));
  return `<${name}>${inside}</${name}>`;
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

function encode(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character as keyof typeof ENTITIES]);
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&amp;', '&');
}
