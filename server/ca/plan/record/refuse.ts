import { type PlanRefusal, type PlanRefusalCode, REFUSAL_PREFIX } from '@apsis/contract/ca/plan/plan-refusal.ts'
import { REFUSAL_IN_ENGLISH, sayPlanRefusal } from '@apsis/contract/notice-text/plan-refusal-in-words.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { TaskLimitError } from '../../../platform/thread/task.ts'

type RefusedAs = {
  readonly as?: 'unprocessable' | 'conflict' | 'forbidden'
  readonly pointer?: string
  readonly parameter?: string
  readonly cause?: unknown
}

/** Returns an error that names the reason against a plan or a step, with all values of its sentence as data. */
export function refuse(
  code: PlanRefusalCode,
  values: PlanRefusal['values'] = {},
  { as = 'unprocessable', pointer, parameter, cause }: RefusedAs = {},
): ApiError {
  const message = sayPlanRefusal(REFUSAL_IN_ENGLISH, { code, values }) ?? code
  const place = {
    ...(pointer === undefined ? {} : { pointer }),
    ...(parameter === undefined ? {} : { parameter }),
  }
  return new ApiError(as, message, { errors: [{ code: `${REFUSAL_PREFIX}${code}`, message, ...place, values }], cause })
}

type CostlyCode = Extract<PlanRefusalCode, `${string}too-costly`>

/** Runs a task of a plan. If it exceeds a limit, the plan is refused, and the limit is the cause. */
export async function refuseCostly<T>(code: CostlyCode, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const limit = error instanceof ApiError ? error.cause : error
    if (!(limit instanceof TaskLimitError)) throw error
    const { isOfTime, most } = limit
    const which = most === null ? 'answer' : isOfTime ? 'time' : 'memory'
    throw refuse(code, { limit: which, ...(most === null ? {} : { most }) }, { cause: limit })
  }
}
