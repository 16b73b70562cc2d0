import type { MemberRow } from '../plan/plan.repository.ts'
import { type Callable, hasWay } from '../plan/plan.service.ts'
import { holderAt, type Rota } from '../plan/rota.ts'

/** A step of the chain with who is called. */
export type NextStep = {
  readonly step: number
  readonly steps: number
  readonly person: MemberRow
  /** How many calls of the chain that is: steps that nobody has who can be called are left out. */
  readonly turns: number
}

/** A step that is left out. */
export type PassedOver = {
  readonly step: number
  readonly steps: number
  /** Who has it and would hear nothing outside the application; undefined: nobody has it who may be called. */
  readonly person: MemberRow | undefined
}

type NextStepQuestion = {
  /** How many calls were made before. */
  readonly calls: number
  readonly at: number
  readonly callable: Callable
}

/**
 * The next step of the chain whose holder can be called, after at most one round, and the steps before it that are left out;
 * undefined: there is none. A step that is empty, or whose holder has lost the role or has no channel, must not cost the time
 * that a call is given.
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

/** Which step a call is of, from the first call on: after the last one the first follows again. */
const stepOf = (rota: Rota, call: number): number => ((call - 1) % rota.chain.length) + 1
