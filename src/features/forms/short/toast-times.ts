import type { ToastOptions } from 'react-hot-toast/headless';

/**
 * How long toasts of the short form stay (spec §9): 4 s blank, error and custom, 2 s success, loading until dismissed.
 * At most 20 are held, which is the toaster's own limit.
 */
export const TOAST_TIMES = {
  blank: { duration: 4000 },
  error: { duration: 4000 },
  custom: { duration: 4000 },
  success: { duration: 2000 },
  loading: { duration: Number.POSITIVE_INFINITY },
} as const satisfies Record<string, ToastOptions>;
