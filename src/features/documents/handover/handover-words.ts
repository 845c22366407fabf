import type { GivingStep } from './giving.ts';
import type { TakingStep } from './taking.ts';

/** What people read at the device that has the draft. */
export const WORDS = {
  title: 'Continue on another device',
  intro: 'A link takes this application to another phone or computer of yours, with everything in it.',
  once: 'It opens once, on one device, within 24 hours.',
  secret: 'Whoever has the link can read the application. Show it to nobody, and send it to yourself alone.',
  copy: 'This device keeps a copy, marked as handed over. While the link can be opened, the copy can be read and not changed. Until then you can take the link back.',
  sealed: 'It is locked here and unlocked there: nobody in between can read it.',
  make: 'Make the link',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  scan: 'Point the camera of the other device at this code, or copy the link and open it there.',
  qr: 'Code with the link for the other device',
  link: 'Link for the other device',
  withdraw: 'Take the link back',
  withdrawing: 'Taking it back…',
  withdrawn: 'The link was taken back. Go on here.',
  notWithdrawn: 'The link could not be taken back: no connection. Try again.',
  sending: 'Bringing the application to the link',
  offline: 'No connection. This goes on by itself where it was, as soon as there is one.',
  waits: 'It was confirmed and waits to be sent, or another tab has it. Withdraw it first, or go on in that tab.',
  tooLarge: 'Photographed pages that are no PDF yet stay on this device: with them it would be too much for a link.',
} as const;

export const GIVING_WORDS: Readonly<Record<GivingStep, string>> = {
  'cannot-seal': 'This browser cannot lock the application',
  asking: '',
  sealing: 'Locking the application…',
  sending: 'Sending the locked application…',
  offered: 'Waiting for the other device',
  'not-made': 'The link could not be made',
  changed: 'The link was not made',
  'not-noted': 'The link was not made',
};

export const GIVING_HINTS: Partial<Readonly<Record<GivingStep, string>>> = {
  'cannot-seal':
    'Without that, anybody on the way could read it, so no link is made. Browsers lock only what is open at an address that begins with https://. Finish the application on this device, where it stays saved.',
  'not-made': 'Check your connection and try again. Nothing was handed over.',
  changed: 'The application was changed in another tab meanwhile. Make the link again.',
  'not-noted': 'This browser keeps nothing, so it could not mark its copy. Nothing was handed over.',
};

/** In the form, and in the dialog when it is opened again. */
export const GIVEN_WORDS = {
  offered: 'This application can be opened on another device',
  offeredHint: 'Here it can be read, not changed, until it was opened there or you take the link back.',
  lost: 'The link itself is kept nowhere. If you have not used it yet, take it back and make another one.',
  show: 'Show the link',
  taken: 'Handed over to another device',
  takenHint: 'It was opened there. This copy can be read here, and is removed with its 24 hours.',
  goOn: 'Continue here after all',
  goOnHint: 'Both copies could then be sent, and the college would get two applications. Send only one of them.',
  goOnAnyway: 'Continue here, and send only one',
  leave: 'Leave it as it is',
} as const;

/** What people read at the device that takes the draft. */
export const TAKING_WORDS: Readonly<Record<TakingStep, string>> = {
  opening: 'Opening the link…',
  fetching: 'The application is coming…',
  keeping: 'Keeping it on this device…',
  done: 'The application is on this device',
  'no-link': 'This link is not whole',
  'cannot-open': 'This browser cannot unlock applications',
  'no-storage': 'This browser does not allow saving here',
  'no-room': 'This device has too little room',
  used: 'This link was opened before',
  expired: 'This link is over',
  withdrawn: 'The link was taken back',
  unreadable: 'The application could not be unlocked',
  'too-new': 'A newer version of this page has made the link',
  'not-kept': 'This device could not keep the application',
  refused: 'The link could not be opened',
};

export const TAKING_HINTS: Partial<Readonly<Record<TakingStep, string>>> = {
  done: 'It goes on here. The other device keeps a copy that is marked as handed over.',
  'no-link':
    'It was cut, or this page was loaded again. Open the whole link once more: as long as the application is not on a device, it still works.',
  'cannot-open': 'Nothing was used up. Open the link in another browser of this device.',
  'no-storage':
    'The application could not be kept. Nothing was used up: open the link in another browser of this device.',
  used: 'An application can be opened by a link once, and it was, on a device or in a browser. On the first device you can make another link.',
  expired:
    'Links are good for 24 hours. On the first device you can make another one, as long as it has the application.',
  withdrawn: 'On the first device. The application is there, and can be continued there.',
  unreadable:
    'The link is not the one that was made, or something was changed on its way. Copy the whole link again, or make another one on the first device.',
  'too-new': 'Nothing was used up. Load this page again to get that version, and open the link once more.',
  'not-kept': 'Nothing was used up. Make room, and try again.',
  refused: 'Nothing was used up. Try again.',
};

export const HERE = {
  tryAgain: 'Try again',
  goOn: 'Continue with the application',
  home: 'Go to the first page',
  coming: 'Getting the application',
  offline: 'No connection. This goes on by itself where it was, as soon as there is one.',
  leftOpen: 'Leave this page open until then.',
} as const;
