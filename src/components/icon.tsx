import { memo } from 'react';

/** Line drawings on a 24-unit board, 1.75 units thick, round ends. */
const PATHS = {
  lock: 'M6 11h12v9.5H6V11zM8.5 11V8a3.5 3.5 0 017 0v3M12 14.75v2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  alert: 'M12 4l9 16H3L12 4zM12 10v4.5M12 17.25v.01',
  info: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 11v5M12 7.75v.01',
  success: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM8.25 12.25l2.75 2.75 5-5.5',
  error: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 7.75v5M12 16v.01',
  'arrow-left': 'M19 12H5M11 6l-6 6 6 6',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  'arrow-down': 'M12 5v14M6 13l6 6 6-6',
  chevron: 'M6 9.5l6 6 6-6',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.5 15.5L20 20',
  refresh: 'M19.5 12a7.5 7.5 0 11-2.2-5.3L20 9.4M20 4.5v4.9h-4.9',
  upload: 'M12 16V5M7 9.5L12 4.5l5 5M4.5 15.5v4h15v-4',
  download: 'M12 4.5v11M7 11l5 5 5-5M4.5 15.5v4h15v-4',
  file: 'M13.5 3.5H6v17h12V8l-4.5-4.5zM13.5 3.5V8H18',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5',
  copy: 'M9 9h10.5v10.5H9V9zM15 9V4.5H4.5V15H9',
  edit: 'M4.5 19.5l1-4.5L15.5 5l3.5 3.5L9 18.5l-4.5 1zM13.5 7l3.5 3.5',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7v-6z',
  clock: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 7.5V12l3 2',
  offline:
    'M4 4l16 16M8.5 15.5a5 5 0 017 0M5 12a10 10 0 014-2.4M19 12a10 10 0 00-5-2.7M2 8.5a15 15 0 013.3-2.3M22 8.5A15 15 0 0011 4.6M12 19.5v.01',
} as const;

export type IconName = keyof typeof PATHS;

/** A small drawing beside words, never instead of them: hidden from assistive technology. `size` in CSS pixels. */
export const Icon = memo(function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      data-icon={name}
    >
      <path d={PATHS[name]} stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
});
