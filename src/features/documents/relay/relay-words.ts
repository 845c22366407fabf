import type { DocumentReceiverStep } from './document-receiver.ts';
import type { DocumentSenderStep } from './document-sender.ts';

/** What people read at the computer. */
export const WORDS = {
  title: 'Use your phone’s camera',
  scan: 'Point your phone’s camera at this code and open the link. Make PDFs on your phone. Each document appears here.',
  private:
    'Your documents are encrypted: no server can read them. The link works for one phone. The link ends 15 minutes after the last document, or when you close this window.',
  received: 'Received',
  arrived: 'The document has arrived',
  qr: 'Code with the link for your phone',
  link: 'Link for your phone',
  close: 'Close',
  done: 'Done',
  cancel: 'Cancel',
  newLink: 'Make a new link',
  tryAgain: 'Try again',
  offline: 'No connection. We continue when you are online again. You can continue on your phone.',
} as const;

/** What happens at the computer. */
export const RECEIVER_WORDS: Readonly<Record<DocumentReceiverStep, string>> = {
  making: 'Making a link…',
  waiting: 'Waiting for your phone',
  opened: 'Your phone has opened the link. Choose a document there.',
  sending: 'Your phone is sending the document…',
  fetching: 'The document is coming from your phone…',
  arrived: 'All documents have arrived',
  'not-made': 'We could not make the link',
  expired: 'This link has expired',
  cancelled: 'This link was cancelled',
  unreadable: 'We could not open the document',
};

/** How it goes on from there. */
export const RECEIVER_HINTS: Partial<Readonly<Record<DocumentReceiverStep, string>>> = {
  'not-made': 'Check your connection and try again.',
  expired: 'No document came for 15 minutes. Your photos are still on your phone. Make a new link to continue.',
  cancelled: 'Your photos are still on your phone. Make a new link to continue.',
  unreadable: 'The document changed on its way, so we did not attach it. Make a new link, and send the document again.',
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
  private: 'Your phone sends nothing before that. The document is encrypted: only your computer can open it.',
  tryAgain: 'Try again',
  sending: 'Sending the document',
} as const;

export const SENDER_WORDS: Readonly<Record<DocumentSenderStep, string>> = {
  'no-link': 'Scan the code again',
  'cannot-encrypt': 'This browser cannot encrypt documents',
  opening: 'Opening the link…',
  'not-opened': 'We could not open the link',
  ready: 'Connected with your computer',
  sending: 'Sending the document to your computer…',
  'not-sent': 'We did not send the document',
  sent: 'Sent. Waiting for your computer…',
  taken: 'The document is in the form on your computer',
  used: 'Somebody has already used this link',
  cancelled: 'You cancelled the link on the computer',
  expired: 'This link has expired',
};

export const SENDER_HINTS: Partial<Readonly<Record<DocumentSenderStep, string>>> = {
  'no-link': 'This link is incomplete or has ended. Scan the code on your computer again. Your photos are still here.',
  'cannot-encrypt': 'Open the link in another browser, or choose the file at your computer.',
  'not-opened': 'Check the connection of your phone and try again.',
  'not-sent': 'Check the connection of your phone and try again. Nothing is lost.',
  sent: 'Keep this page open. We continue when your computer is awake and online.',
  taken: 'Continue there. You can close this page.',
  used: 'Another phone or browser has used this link. Make a new link on your computer.',
  cancelled: 'Your photos are still on this phone. Make a new link on your computer to continue.',
  expired:
    'Links end after 15 minutes without a document. Your photos are still on this phone. Make a new link on your computer to continue.',
};
