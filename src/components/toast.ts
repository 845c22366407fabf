import { needToasts } from './toasts-needed.ts';

export { toast } from 'react-hot-toast/headless';

// The region must stand before the first toast does, or a screen reader does not read it out.
needToasts();
