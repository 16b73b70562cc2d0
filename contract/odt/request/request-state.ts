import {
  isAllowed,
  isPassOver,
  MOST_REPLACEMENTS,
  PASS_TRANSITIONS,
  type PassStatus,
  REQUEST_TRANSITIONS,
  type RequestStatus,
} from './request-status.ts'

/** The state of the price of one pass: held, captured or released. */
export type Money = 'HELD' | 'CAPTURED' | 'RELEASED'

/** One of the requested passes: its attempts, of which the last one is valid, and the state of its price. */
export type Slot = { readonly attempts: readonly PassStatus[]; readonly money: Money }

/** A request, given by its passes and their money. `isEnded`: it will not change any more. */
export type RequestState = {
  readonly status: RequestStatus
  readonly slots: readonly Slot[]
  readonly isEnded: boolean
}

export type RequestEvent =
  /** This number of the requested passes can be made; each of the first slots gets one of them. */
  | { readonly kind: 'approve'; readonly feasible: number }
  | { readonly kind: 'reject' }
  | { readonly kind: 'cancel' }
  /** A pass changes its status; `canReplace`: if it fails, another time for it was found. */
  | { readonly kind: 'pass'; readonly slot: number; readonly to: PassStatus; readonly canReplace: boolean }

/** A change that the state of the request does not allow. */
export class NotAllowedError extends Error {
  override name = 'NotAllowedError'
}

/** Returns a new request: its price is held, and nothing is planned. */
export const newRequestState = (passes: number): RequestState => ({
  status: 'PENDING',
  slots: Array.from({ length: passes }, () => ({ attempts: [], money: 'HELD' as const })),
  isEnded: false,
})

/**
 * Returns the request after an event. The server decides with this function, and the page uses it to show the possible steps. When a pass ends, its
 * price is settled with it: captured if the pass was successful, released if no pass replaces it. So the money always agrees with the state. Throws
 * NotAllowedError.
 */
export function afterEvent(state: RequestState, event: RequestEvent): RequestState {
  switch (event.kind) {
    case 'approve':
      return approve(state, event.feasible)
    case 'reject':
      return move({ ...state, slots: state.slots.map(released) }, 'INFEASIBLE')
    case 'cancel':
      return move({ ...state, slots: state.slots.map(withdrawn) }, 'CANCELLED')
    case 'pass':
      if (state.slots[event.slot] === undefined) throw new NotAllowedError(`There is no pass ${event.slot}.`)
      return settle({
        ...state,
        slots: state.slots.map((slot, at) => (at === event.slot ? moved(state, slot, event) : slot)),
      })
  }
}

function approve(state: RequestState, feasible: number): RequestState {
  if (feasible < 1 || feasible > state.slots.length) throw new NotAllowedError(`${feasible} passes cannot be approved.`)
  const slots = state.slots.map((slot, at) =>
    at < feasible ? { ...slot, attempts: ['PENDING' as const] } : released(slot),
  )
  return move({ ...state, slots }, 'APPROVED')
}

const last = ({ attempts }: Slot): PassStatus | undefined => attempts.at(-1)
const isOpen = (slot: Slot): boolean => {
  const status = last(slot)
  return status !== undefined && !isPassOver(status)
}
const released = (slot: Slot): Slot => (slot.money === 'HELD' ? { ...slot, money: 'RELEASED' } : slot)

/** Returns a slot after a cancellation: a pass that has not begun is cancelled and its price released; a running pass is finished and paid for. */
function withdrawn(slot: Slot): Slot {
  const status = last(slot)
  if (status === undefined) return released(slot)
  return status === 'PENDING' ? { attempts: [...slot.attempts.slice(0, -1), 'CANCELLED'], money: 'RELEASED' } : slot
}

function moved(state: RequestState, slot: Slot, { to, canReplace }: RequestEvent & { kind: 'pass' }): Slot {
  const from = last(slot)
  if (from === undefined || to === 'CANCELLED' || !isAllowed(PASS_TRANSITIONS, from, to))
    throw new NotAllowedError(`A pass cannot go from ${from ?? 'nothing'} to ${to}.`)
  const attempts = [...slot.attempts.slice(0, -1), to]
  if (to === 'SUCCESSFUL') return { attempts, money: 'CAPTURED' }
  if (to !== 'UNSUCCESSFUL') return { ...slot, attempts }
  const isReplaced = canReplace && state.status !== 'CANCELLED' && attempts.length <= MOST_REPLACEMENTS
  return isReplaced ? { ...slot, attempts: [...attempts, 'PENDING'] } : { attempts, money: 'RELEASED' }
}

/** Returns the request with the status that follows from its passes. */
function settle(state: RequestState): RequestState {
  const { status, slots } = state
  const done = slots.filter((slot) => last(slot) === 'SUCCESSFUL').length
  const hasOpen = slots.some(isOpen)
  if (status === 'CANCELLED') return { ...state, isEnded: !hasOpen }
  const stay = (to: RequestStatus) => (status === to ? state : move(state, to))
  if (!hasOpen && done === slots.length) return move(state, 'COMPLETE')
  if (!hasOpen && done === 0) return move(state, 'UNSUCCESSFUL')
  if (done > 0) return { ...stay('PARTIAL'), isEnded: !hasOpen }
  const hasBegun = slots.some(({ attempts }) => attempts.some((one) => one !== 'PENDING' && one !== 'UNSUCCESSFUL'))
  return hasBegun ? stay('IN_PROGRESS') : state
}

function move(state: RequestState, to: RequestStatus): RequestState {
  if (state.isEnded || !isAllowed(REQUEST_TRANSITIONS, state.status, to))
    throw new NotAllowedError(`A request cannot go from ${state.status} to ${to}.`)
  return { ...state, status: to, isEnded: !state.slots.some(isOpen) && to !== 'PARTIAL' }
}
