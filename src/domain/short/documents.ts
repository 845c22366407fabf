/** The two optional documents of a short application, and the parts of the automation flow's form that carry them. */
export const SHORT_DOCUMENTS = [
  { slot: 'photo-id', label: 'Photo ID', part: 'photoIdFile' },
  { slot: 'residency-proof', label: 'Residency/Visa proof', part: 'residencyProofFile' },
] as const;
