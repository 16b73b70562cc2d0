/** The corrections that can be booked by hand. They are in a separate file because notices on every page use them. */
export const CORRECTION_KINDS = ['CREDIT_NOTE', 'REFUND', 'VAT'] as const
