/** The part of saxen that reading a workbook uses; the package brings no types. */
declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string>, decode: Decode, isEmpty: boolean) => void,
    ): this;
    on(event: 'closeTag', listener: (name: string, decode: Decode, isEmpty: boolean) => void): this;
    on(event: 'text', listener: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', listener: (text: string) => void): this;
    on(event: 'error' | 'warn', listener: (failure: Error) => void): this;
    write(chunk: string): this;
    end(): this;
    stop(): this;
  }
}
