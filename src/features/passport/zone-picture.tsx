import { useAddress } from '#components/picture-address.ts';
import { styled } from '#components/styled.ts';
import { Verbatim } from '#components/verbatim.tsx';
import type { ReadPassport } from './read-passport.ts';

const Figure = styled('figure', {
  base: {
    margin: '0',
    '& img': {
      display: 'block',
      maxWidth: '100%',
      height: 'auto',
      borderWidth: '1px',
      borderColor: 'lineStrong',
      bg: 'white',
    },
    '& figcaption': { marginTop: '0.5', fontSize: 'sm', overflowWrap: 'anywhere' },
  },
});

/** The picture that a zone was read from, with the names, which no check digit proves. */
export function ZonePicture({ passport: { zone, crop } }: { readonly passport: ReadPassport }) {
  const address = useAddress(crop);
  return (
    <Figure>
      <img src={address} alt="Machine-readable zone of the passport" />
      <figcaption>
        Family name in the passport: <Verbatim>{zone.familyName || 'none'}</Verbatim>. Given names:{' '}
        <Verbatim>{zone.givenNames || 'none'}</Verbatim>. No check digit proves names, nationality and gender: compare
        them with the picture.
      </figcaption>
    </Figure>
  );
}
