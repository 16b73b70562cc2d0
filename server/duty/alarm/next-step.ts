import type { MemberRow } from '../plan/plan.repository.ts'
import { type Callable, hasWay } from '../plan/plan.service.ts'
import { holderAt, type Rota } from '../plan/rota.ts'

/** A step of the chain and the person who is called. */
export type NextStep = {
  readonly step: number
  readonly steps: number
  readonly person: MemberRow
  /** The number of calls of the chain that this step counts as: steps without a person who can be called are skipped. */
  readonly turns: number
}

/** A step that is skipped. */
export type PassedOver = {
  readonly step: number
  readonly steps: number
  /** The person of the step, whom nothing would reach outside the application; undefined if the step has nobody who may be called. */
  readonly person: MemberRow | undefined
}

type NextStepQuestion = {
  /** The number of earlier calls. */
  readonly calls: number
  readonly at: number
  readonly callable: Callable
}

/**
 * Returns the next step in the chain whose holder can be called, searched for at most one round, and the steps before it that are skipped; undefined
 * if there is none. A step that is empty, or whose holder has lost the role or has no channel, must not use up the time of a call.
 */
export function nextStep(
  rota: Rota,
  { calls, at, callable }: NextStepQuestion,
): { readonly next: NextStep | undefined; readonly passedOver: readonly PassedOver[] } {
  const steps = rota.chain.length
  const passedOver: PassedOver[] = []
  for (let turns = 1; turns <= steps; turns++) {
    const step = stepOf(rota, calls + turns)
    const holder = holderAt(rota, step, at)
    const person = callable.people.find(({ subject }) => subject === holder)
    if (person !== undefined && hasWay(callable, person.subject))
      return { next: { step, steps, person, turns }, passedOver }
    passedOver.push({ step, steps, person })
  }
  return { next: undefined, passedOver }
}

/** Returns the step of a call, where 1 is the first call: after the last step, the first one follows again. */
const stepOf = (rota: Rota, call: number): number => ((call - 1) % rota.chain.length) + 1
