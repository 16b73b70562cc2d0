import type { PlanRefusal } from '@apsis/contract/ca/plan/plan-refusal.ts'

/** The engine cannot make the burn of the wish: it has the reason for which the server would refuse it. */
export class NotMade extends Error {
  readonly refusal: PlanRefusal
  constructor({ code, values }: PlanRefusal) {
    super(code)
    this.name = 'NotMade'
    this.refusal = { code, values }
  }
}

/** Returns the plan; undefined where the engine can make no such burn. */
export function unlessNotMade<T>(plan: () => T): T | undefined {
  try {
    return plan()
  } catch (error) {
    if (error instanceof NotMade) return undefined
    throw error
  }
}
