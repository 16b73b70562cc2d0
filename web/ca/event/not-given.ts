import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'

/** Returns the names of the objects without a covariance in a message; such a covariance is reported as zeros. */
export function namesWithoutCovariance({ assessment, object1, object2 }: Cdm): readonly string[] {
  const { reason, oneMissing } = assessment
  if (oneMissing !== null) return [oneMissing.object === 'primary' ? object1.name : object2.name]
  return reason === 'covariance-not-given' ? [object1.name, object2.name] : []
}
