/** The two optional documents of a short application, with their parts in the automation flow's multipart form. */
export const SHORT_DOCUMENTS = [
  { slot: 'photo-id', label: 'Photo ID', part: 'photoIdFile' },
  { slot: 'residency-proof', label: 'Residency/Visa proof', part: 'residencyProofFile' },
] as const;
