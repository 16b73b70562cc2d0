/** How the books are corrected by hand. In a file of its own: notices name these words on every page. */
export const CORRECTION_KINDS = ['CREDIT_NOTE', 'REFUND', 'VAT'] as const
