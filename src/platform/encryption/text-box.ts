import { gcm } from '@noble/ciphers/aes.js';
import { fromBase64, toBase64 } from './base64.ts';
import { IV_BYTES, type Keys } from './keys.ts';

/** Seals text at once, under a name. WebCrypto only promises: the moment of leaving does not wait. */
export interface TextBox {
  seal(name: string, text: string): string;
  /** @throws where it was sealed by other keys, or under another name */
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
