import { useEffect, useState } from 'react';

/**
 * A data URL of a picture. The URL of a Blob would have to be revoked, and browsers report an error if a picture that has
 * gone from the page is still loading.
 */
export function addressOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(picture);
  });
}

/** The same for a component; undefined at first, and if the picture cannot be read. */
export function useAddress(picture: Blob): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let isGone = false;
    addressOf(picture).then(
      (read) => isGone || setAddress(read),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [picture]);
  return address;
}
