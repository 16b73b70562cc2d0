import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'

/** Returns a line of the answer for a refused part. */
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
