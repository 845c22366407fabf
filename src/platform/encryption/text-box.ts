import { gcm } from '@noble/ciphers/aes.js';
import { fromBase64, toBase64 } from './base64.ts';
import { IV_BYTES, type Keys } from './keys.ts';

/** Encrypts text at once, under a name. WebCrypto is asynchronous, which is too late while the page is being left. */
export interface TextBox {
  seal(name: string, text: string): string;
  /** @throws if other keys encrypted it, or another name was used */
  unseal(name: string, sealed: string): string;
}

export function createTextBox({ text: key }: Keys): TextBox {
  const cipher = (name: string, iv: Uint8Array) => gcm(key, iv, new TextEncoder().encode(name));
  return {
    seal(name, text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = cipher(name, iv).encrypt(new TextEncoder().encode(text));
      return `${toBase64(iv)}.${toBase64(sealed)}`;
    },
    unseal(name, sealed) {
      const [iv = '', bytes = ''] = sealed.split('.');
      return new TextDecoder().decode(cipher(name, fromBase64(iv)).decrypt(fromBase64(bytes)));
    },
  };
}
