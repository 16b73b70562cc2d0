import { type PlanRefusal, type PlanRefusalCode, REFUSAL_PREFIX } from '@apsis/contract/ca/plan/plan-refusal.ts'
import { REFUSAL_IN_ENGLISH, sayPlanRefusal } from '@apsis/contract/told/plan-refusal-in-words.ts'
import { ApiError } from '../../platform/api-error.ts'

type RefusedAs = { readonly as?: 'unprocessable' | 'conflict' | 'forbidden'; readonly pointer?: string }

/** An error that names what forbids a plan or a step of one, with all that its sentence says as data. */
export function refuse(
  code: PlanRefusalCode,
  values: PlanRefusal['values'] = {},
  { as = 'unprocessable', pointer }: RefusedAs = {},
): ApiError {
  const message = sayPlanRefusal(REFUSAL_IN_ENGLISH, { code, values }) ?? code
  const place = pointer === undefined ? {} : { pointer }
  return new ApiError(as, message, { errors: [{ code: `${REFUSAL_PREFIX}${code}`, message, ...place, values }] })
}
