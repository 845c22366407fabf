/** Blobs with synchronous bytes: real ones are read by threads that simulated time cannot wait for. */
export class SimBlob {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  constructor(parts: readonly (SimBlob | ArrayBuffer | Uint8Array<ArrayBuffer> | string)[] = [], { type = '' } = {}) {
    const read = parts.map((part) => {
      if (part instanceof SimBlob) return part.bytes;
      return typeof part === 'string' ? new TextEncoder().encode(part) : new Uint8Array(part);
    });
    this.bytes = new Uint8Array(read.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of read) {
      this.bytes.set(part, at);
      at += part.length;
    }
    this.type = type;
  }
  get size(): number {
    return this.bytes.length;
  }
  slice(start = 0, end = this.size): SimBlob {
    return new SimBlob([this.bytes.slice(start, end)], { type: this.type });
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.bytes.slice().buffer;
  }
  async text(): Promise<string> {
    return new TextDecoder().decode(this.bytes);
  }
}

export class SimFile extends SimBlob {
  readonly name: string;
  readonly lastModified = 0;
  constructor(parts: ConstructorParameters<typeof SimBlob>[0], name: string, options: { type?: string } = {}) {
    super(parts, options);
    this.name = name;
  }
}
