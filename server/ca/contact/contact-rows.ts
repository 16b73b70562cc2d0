import type { NewContact } from '@apsis/contract/ca/contact/contact.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'

/** A contact as the file gives it, and its line number. */
export type NumberedContact = { readonly line: number; readonly given: Readonly<Record<keyof NewContact, unknown>> }

export type ContactRows = {
  readonly rows: readonly NumberedContact[]
  readonly errors: readonly ProblemDetail[]
  /** True if the file has contacts but all of them are cancelled or not booked yet. */
  readonly isLeftOut?: boolean
}

/** The most faults of a file that are reported; reading stops after them. */
export const MOST_FAULTS = 100

/** Returns the error message for a line. */
export const faultOf = (line: number, message: string): ProblemDetail => ({
  code: 'contacts.line',
  line,
  message: `Line ${line}: ${message}.`,
})
