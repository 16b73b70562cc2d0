import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'

/** The names of the objects of which a message has no covariance: zeros alone, which the assessment says. */
export function namesWithoutCovariance({ assessment, object1, object2 }: Cdm): readonly string[] {
  const { reason, oneMissing } = assessment
  if (oneMissing !== null) return [oneMissing.object === 'primary' ? object1.name : object2.name]
  return reason === 'covariance-not-given' ? [object1.name, object2.name] : []
}
