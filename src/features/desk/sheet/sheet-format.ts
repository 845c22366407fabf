/** The formats in which sheets are written; apart from what writes them, whose library is in the worker only. */
export const SHEET_FORMATS = ['xlsx', 'csv'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** What a format is called. */
export const FORMAT_NAMES: Readonly<Record<SheetFormat, string>> = { xlsx: 'Excel', csv: 'CSV' };

/** What a browser calls it. */
export const MEDIA_TYPES: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
};
