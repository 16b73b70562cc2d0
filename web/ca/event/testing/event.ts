import { type Conjunction, listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { type Cdm, listCdms } from '@apsis/contract/ca/message/cdm.ts'

type Examples<T> = { readonly examples?: readonly (readonly T[])[] }

/** Returns the example of the contract. */
function exampleOf<T>(meta: unknown): T {
  const [first] = (meta as Examples<T>).examples?.[0] ?? []
  if (first === undefined) throw new Error('The contract has no example.')
  return first
}

const CDM = exampleOf<Cdm>(listCdms.response.meta())
const CONJUNCTION = exampleOf<Conjunction>(listConjunctions.response.meta())

type Differences = {
  readonly number: number
  readonly created: string
  readonly originator?: string
  readonly assessment?: Partial<Cdm['assessment']>
  readonly data?: Partial<Cdm['conjunctionData']>
}

/** Returns the message of the contract's example with the given differences. */
export function cdmWith({ number, created, originator = CDM.originator, assessment, data }: Differences): Cdm {
  return {
    ...CDM,
    cdmId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    messageId: `SIM-${number}`,
    creationDate: created,
    originator,
    assessment: { ...CDM.assessment, ...assessment },
    conjunctionData: { ...CDM.conjunctionData, ...data },
  }
}

/** Returns the event of the contract's example with the given differences. */
export function conjunctionWith(differences: Partial<Conjunction>): Conjunction {
  return { ...CONJUNCTION, ...differences }
}
