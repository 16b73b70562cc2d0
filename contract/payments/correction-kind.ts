/** The manual corrections of the books. They are in a separate file: notices name these words on every page. */
export const CORRECTION_KINDS = ['CREDIT_NOTE', 'REFUND', 'VAT'] as const
