import type { ReceivingStep } from './receiving.ts';
import type { SendingStep } from './sending.ts';

/** What people read at the computer. */
export const WORDS = {
  title: 'Photograph with your phone',
  scan: 'Point your phone’s camera at this code and open the link that it shows. Your phone then makes the PDFs, one document after the other, and they appear here.',
  private:
    'They are encrypted on your phone and decrypted here: no server can read them. The link works for one phone. It ends 15 minutes after the last document, or when you close this window.',
  received: 'Received',
  arrived: 'The document has arrived',
  qr: 'Code with the link for your phone',
  link: 'Link for your phone',
  close: 'Close',
  done: 'Done',
  cancel: 'Cancel',
  newLink: 'Make a new link',
  tryAgain: 'Try again',
  offline: 'No connection. This goes on by itself as soon as there is one; your phone can go on meanwhile.',
} as const;

/** What happens at the computer. */
export const RECEIVING_WORDS: Readonly<Record<ReceivingStep, string>> = {
  making: 'Making a link…',
  waiting: 'Waiting for your phone',
  opened: 'Your phone has opened the link. Choose a document there.',
  sending: 'Your phone is sending the document…',
  fetching: 'The document is coming from your phone…',
  arrived: 'All documents have arrived',
  'not-made': 'The link could not be made',
  expired: 'This link has expired',
  cancelled: 'This link was cancelled',
  unreadable: 'The document could not be opened',
};

/** How it goes on from there. */
export const RECEIVING_HINTS: Partial<Readonly<Record<ReceivingStep, string>>> = {
  'not-made': 'Check your connection and try again.',
  expired:
    'No document came for 15 minutes. Pages that you have photographed are kept on your phone: make a new link, and go on with them there.',
  cancelled: 'Pages that you have photographed are kept on your phone: make a new link, and go on with them there.',
  unreadable: 'It was changed on its way, so nothing was attached. Make a new link, and send it again.',
};

/** The hint while the computer waits for another document. */
export const NEXT_HINT = 'Choose the next document, or close this page.';

/** What people read on the phone. */
export const PHONE_WORDS = {
  choose: 'Choose PDF',
  intro: 'Make a PDF from photos, or choose a PDF. It appears in the form on your computer.',
  documents: 'Documents',
  sent: 'Sent',
  taken: 'At your computer',
  private:
    'Nothing leaves your phone before that. On its way the document is locked: nobody but your computer can open it.',
  tryAgain: 'Try again',
  sending: 'Sending the document',
} as const;

export const SENDING_WORDS: Readonly<Record<SendingStep, string>> = {
  'no-link': 'Scan the code again',
  'cannot-seal': 'This browser cannot lock documents',
  opening: 'Opening the link…',
  'not-opened': 'The link could not be opened',
  ready: 'Connected with your computer',
  sending: 'Sending the document to your computer…',
  'not-sent': 'The document was not sent',
  sent: 'Sent. Waiting for your computer to take it…',
  taken: 'The document is in the form on your computer',
  used: 'This link has been used',
  cancelled: 'The link was cancelled at the computer',
  expired: 'This link has expired',
};

export const SENDING_HINTS: Partial<Readonly<Record<SendingStep, string>>> = {
  'no-link':
    'This link is incomplete or has ended. Scan the code on your computer once more; photographed pages are still here.',
  'cannot-seal': 'Open the link in another browser, or choose the file at your computer.',
  'not-opened': 'Check the connection of your phone and try again.',
  'not-sent': 'Check the connection of your phone and try again. Nothing is lost.',
  sent: 'Keep this page open. If your computer is asleep or offline, it goes on when it is back.',
  taken: 'Continue there. You can close this page.',
  used: 'Another phone or browser has sent a document with it. For another document make a new link on your computer.',
  cancelled: 'Photographed pages are kept on this phone: make a new link on your computer, and go on with them.',
  expired:
    'Links end after 15 minutes without a document. Photographed pages are kept on this phone: make a new link on your computer, and go on with them.',
};
