/** The times and kinds of all requests, drawn before the run so that the server cannot slow the arrivals down. */
import type { Member } from '@apsis/server/platform/testing/crowd.ts'
import type { Operation } from './mix.data.ts'

export type Due = {
  readonly atMs: number
  readonly operation: Operation
  readonly member: Member
  readonly draw: number
}

export type ScheduleOptions = {
  readonly perSecond: number
  readonly seconds: number
  readonly operations: readonly Operation[]
  readonly crowd: readonly Member[]
  readonly random: () => number
}

/** Draws Poisson arrivals: the gaps are exponential, so requests arrive in clumps, like the requests of many people. */
export function drawSchedule({ perSecond, seconds, operations, crowd, random }: ScheduleOptions): Due[] {
  const weight = operations.reduce((sum, operation) => sum + operation.weight, 0)
  const schedule: Due[] = []
  for (let atMs = gap(); atMs < seconds * 1_000; atMs += gap()) {
    const operation = pick(operations, random() * weight)
    const member = crowd[Math.floor(random() * crowd.length)]
    if (operation && member) schedule.push({ atMs, operation, member, draw: random() })
  }
  return schedule

  function gap(): number {
    return (-Math.log(1 - random()) / perSecond) * 1_000
  }
}

function pick(operations: readonly Operation[], place: number): Operation | undefined {
  let passed = 0
  return operations.find(({ weight }) => {
    passed += weight
    return place < passed
  })
}
