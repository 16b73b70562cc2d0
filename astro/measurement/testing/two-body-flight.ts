import { propagateTwoBody } from '../../orbit/two-body.ts'
import { type Epoch, secondsBetween } from '../../time/epoch.ts'
import type { Fly } from '../flight.ts'

/** Returns two-body motion about a centre of `gm`, m³/s². */
export function twoBodyFlight(epoch: Epoch, gm: number): Fly {
  return (start) => ({
    stateAt: (at) => propagateTwoBody(start, secondsBetween(epoch, at), gm).state,
    transitionTo: (at) => propagateTwoBody(start, secondsBetween(epoch, at), gm).stm,
  })
}
