import type { NewContact } from '@apsis/contract/ca/contact.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'

/** A contact as a file has it, and the line on which it stands. */
export type NumberedContact = { readonly line: number; readonly given: Readonly<Record<keyof NewContact, unknown>> }

export type ContactRows = { readonly rows: readonly NumberedContact[]; readonly errors: readonly ProblemDetail[] }

/** What is wrong with a line. */
export const faultOf = (line: number, message: string): ProblemDetail => ({
  code: 'contacts.line',
  line,
  message: `Line ${line}: ${message}.`,
})
