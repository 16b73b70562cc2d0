import type { PlanRefusal } from '@apsis/contract/ca/plan/plan-refusal.ts'

/** The burn that is asked for is none that the engine can make: what the server would refuse it for. */
export class NotMade extends Error {
  readonly refusal: PlanRefusal
  constructor({ code, values }: PlanRefusal) {
    super(code)
    this.name = 'NotMade'
    this.refusal = { code, values }
  }
}

/** What was planned; undefined where the engine can make no such burn. */
export function unlessNotMade<T>(plan: () => T): T | undefined {
  try {
    return plan()
  } catch (error) {
    if (error instanceof NotMade) return undefined
    throw error
  }
}
