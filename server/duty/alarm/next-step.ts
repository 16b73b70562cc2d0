import type { MemberRow } from '../plan.repository.ts'
import { holderAt, type Rota } from '../rota.ts'

/** A step of the chain with who is called. */
export type NextStep = {
  readonly step: number
  readonly steps: number
  readonly person: MemberRow
  /** How many calls of the chain that is: steps that nobody has who may be called are left out. */
  readonly turns: number
}

type Asked = {
  /** How many calls were made before. */
  readonly calls: number
  readonly at: number
  /** Who may be called. */
  readonly callable: readonly MemberRow[]
}

/**
 * The next step of the chain whose holder may be called, after at most one round; undefined: there is none. A step that is empty,
 * or whose holder has lost the role, must not cost the time that a call is given.
 */
export function nextStep(rota: Rota, { calls, at, callable }: Asked): NextStep | undefined {
  const steps = rota.chain.length
  for (let turns = 1; turns <= steps; turns++) {
    const step = stepOf(rota, calls + turns)
    const holder = holderAt(rota, step, at)
    const person = callable.find(({ subject }) => subject === holder)
    if (person !== undefined) return { step, steps, person, turns }
  }
  return undefined
}

/** Which step a call is of, from the first call on: after the last one the first follows again. */
export const stepOf = (rota: Rota, call: number): number => ((call - 1) % rota.chain.length) + 1
