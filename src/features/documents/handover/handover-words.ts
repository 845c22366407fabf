import type { DraftReceiverStep } from './draft-receiver.ts';
import type { DraftSenderStep } from './draft-sender.ts';

/** What people read at the device that has the draft. */
export const WORDS = {
  title: 'Continue on another device',
  intro: 'Make a link to continue on another phone or computer.',
  once: 'The link works once, on one device, within 24 hours.',
  secret: 'Anyone with this link can read your application. Do not share it.',
  copy: 'After you make the link, you cannot change the application here. To change it here again, cancel the link.',
  encrypted: 'Encrypted: nobody without the link can read it.',
  make: 'Make the link',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  scan: 'Point the camera of the other device at this code, or copy the link and open it there.',
  qr: 'Code with the link for the other device',
  link: 'Link for the other device',
  withdraw: 'Cancel the link',
  withdrawing: 'Cancelling…',
  withdrawn: 'You cancelled the link. You can continue here.',
  notWithdrawn: 'We could not cancel the link: no connection. Try again.',
  sending: 'Making the link',
  offline: 'No connection. We will continue when you are online again.',
  waits:
    'You have confirmed this application, or another tab has it. Withdraw the application first, or continue in that tab.',
  tooLarge: 'Photos that are not a PDF yet stay on this device. They are too large for a link.',
} as const;

export const SENDER_WORDS: Readonly<Record<DraftSenderStep, string>> = {
  'cannot-encrypt': 'This browser cannot encrypt the application',
  asking: '',
  encrypting: 'Encrypting the application…',
  sending: 'Sending the encrypted application…',
  offered: 'Waiting for the other device',
  'not-made': 'We could not make the link',
  changed: 'We did not make the link',
  'not-noted': 'We did not make the link',
};

export const SENDER_HINTS: Partial<Readonly<Record<DraftSenderStep, string>>> = {
  encrypting: 'Keep this page open.',
  sending: 'Keep this page open.',
  'cannot-encrypt':
    'Without encryption other people could read your application. Browsers encrypt only at addresses that begin with https://. Finish the application on this device.',
  'not-made': 'Check your connection and try again. We sent nothing.',
  changed: 'You changed the application in another tab. Make the link again.',
  'not-noted': 'This browser saves nothing, so you cannot make a link here.',
};

/** In the form, and in the dialog when it is opened again. */
export const HANDOVER_WORDS = {
  offered: 'You made a link for another device',
  offeredHint: 'You can read the application here, but not change it. To change it here again, cancel the link.',
  lost: 'We do not save the link. If you have not used it yet, cancel it and make a new one.',
  show: 'Show the link',
  taken: 'You continued on another device',
  takenHint: 'This copy is read-only. We will delete it after 24 hours.',
  continueHere: 'Continue here instead',
  continueHint: 'Then you have two copies. Send only one of them, or the college gets two applications.',
  continueAnyway: 'Continue here, and send only one',
  leave: 'Cancel',
} as const;

/** What people read at the device that takes the draft. */
export const RECEIVER_WORDS: Readonly<Record<DraftReceiverStep, string>> = {
  opening: 'Opening the link…',
  fetching: 'Getting the application…',
  storing: 'Saving the application on this device…',
  done: 'The application is on this device',
  'no-link': 'This link is not complete',
  'cannot-decrypt': 'This browser cannot decrypt applications',
  'no-storage': 'This browser does not allow saving here',
  'no-room': 'This device has too little room',
  used: 'Somebody has already used this link',
  expired: 'This link has ended',
  cancelled: 'You cancelled this link',
  unreadable: 'We could not decrypt the application',
  'too-new': 'A newer version of this page has made the link',
  'not-stored': 'We could not save the application on this device',
  refused: 'We could not open the link',
};

export const RECEIVER_HINTS: Partial<Readonly<Record<DraftReceiverStep, string>>> = {
  done: 'You can continue here now.',
  'no-link': 'A part of the link is missing, or you loaded this page again. Open the whole link again.',
  'cannot-decrypt': 'The link still works. Open it in another browser of this device.',
  'no-storage': 'The link still works. Open it in another browser of this device.',
  used: 'A link works once. Make another link on the first device.',
  expired: 'A link works for 24 hours. Make another link on the first device.',
  cancelled: 'The application is on the first device. Continue there.',
  unreadable:
    'The link is wrong, or the application changed on its way. Copy the whole link again, or make another one on the first device.',
  'too-new': 'The link still works. Load this page again, and open the link again.',
  'not-stored': 'The link still works. Make room on this device, and try again.',
  refused: 'The link still works. Try again.',
};

export const HERE = {
  tryAgain: 'Try again',
  continueHere: 'Continue with the application',
  home: 'Go to the first page',
  coming: 'Getting the application',
  offline: 'No connection. We will continue when you are online again.',
  leftOpen: 'Keep this page open.',
} as const;
