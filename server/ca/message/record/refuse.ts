import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'

/** A line of the answer for what was not taken. */
export function refuse(name: string, errors: readonly ProblemDetail[], messageId: string | null = null): CdmIntake {
  return {
    name,
    status: 'refused',
    cdmId: null,
    conjunctionId: null,
    messageId,
    riskLevel: null,
    errors: [...errors],
  }
}
