import type { NewContact } from '@apsis/contract/ca/contact/contact.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'

/** A contact as a file has it, and the line on which it stands. */
export type NumberedContact = { readonly line: number; readonly given: Readonly<Record<keyof NewContact, unknown>> }

export type ContactRows = {
  readonly rows: readonly NumberedContact[]
  readonly errors: readonly ProblemDetail[]
  /** Whether the file has contacts of which none counts: all of them are cancelled, or not booked yet. */
  readonly isLeftOut?: boolean
}

/** So many faults of a file are told; it is not read on after them. */
export const MOST_FAULTS = 100

/** What is wrong with a line. */
export const faultOf = (line: number, message: string): ProblemDetail => ({
  code: 'contacts.line',
  line,
  message: `Line ${line}: ${message}.`,
})
