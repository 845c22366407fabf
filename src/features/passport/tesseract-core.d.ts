/** The part of Tesseract's WebAssembly build that we use; the package has no types. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  interface TesseractApi {
    /** Returns 0 on success. `engine` 1 is the neural network. */
    Init(folder: string, language: string, engine: number): number;
    SetVariable(name: string, value: string): boolean;
    SetImageFile(turn: number, angle: number): number;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
  }
  interface TesseractModule {
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void };
    readonly TessBaseAPI: new () => TesseractApi;
  }
  export default function load(options: { readonly wasmBinary: ArrayBuffer }): Promise<TesseractModule>;
}
