import type { SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { replaceEqualDeep } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { createContext, use, useRef, useState } from 'react'
import { now } from '../../../clock/clock.ts'
import { useSearchChange } from '../../../shell/search-state.ts'
import { paths } from '../../../site/paths.ts'
import { createStore, type Store, useStorePart } from '../../../ui/store/store.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import type { DesignCase } from './design.ts'
import { type Design, type DesignSearch, designOf } from './design-address.ts'
import { type DesignHistory, NO_HISTORY, recorded, stepped, stepsLeft } from './design-history.ts'

const PAGE = `/protected${paths.manoeuvre}` as const

/** The number of an expected message, and its expected time. */
export type NextMessage = { readonly number: number; readonly atMs: number }

/** The event for which a burn is designed, and its data; none of it changes while a user types. */
export type DesignedEvent = {
  readonly conjunction: Conjunction
  readonly satellite: Satellite
  /** The message that counts. */
  readonly message: NumberedMessage
  /** The contacts from now to the closest approach. */
  readonly contacts: SatelliteContacts
  /** True if the contacts could not be read, which is reported at the top of the page. */
  readonly isUnread: boolean
  /** The expected next message of the event, if its messages keep their interval; undefined if none is expected before TCA. */
  readonly nextMessage: NextMessage | undefined
  readonly designCase: DesignCase
}

export const DesignedEventContext = createContext<DesignedEvent | undefined>(undefined)

/** Returns the event for which a burn is designed. */
export function useDesignedEvent(): DesignedEvent {
  const event = use(DesignedEventContext)
  if (event === undefined) throw new Error('There is no designer around this.')
  return event
}

/** The functions and stores of a designer, which stay the same objects as long as it is open. */
type DesignerState = {
  readonly conjunctionId: string
  /** Changes some search parameters, with undo: for values that are dragged, picked, typed, chosen or pinned. */
  readonly ask: (part: DesignSearch) => void
  readonly step: (from: 'past' | 'future') => void
  readonly history: Store<DesignHistory>
  /** The start of the burn while it is dragged over the map, in revolutions before TCA; undefined while no burn is dragged. */
  readonly draggedLead: Store<number | undefined>
}

export const DesignerStateContext = createContext<DesignerState | undefined>(undefined)

type ProviderProps = React.PropsWithChildren<{ readonly conjunctionId: string }>

/** Provides the state of a designer that is not in the address. */
export function DesignerStateProvider({ conjunctionId, children }: ProviderProps) {
  const router = useRouter()
  const change = useSearchChange<DesignSearch>()
  const [history] = useState(() => createStore(NO_HISTORY))
  const [draggedLead] = useState(() => createStore<number | undefined>(undefined))
  const current = (): DesignSearch =>
    (router.state.matches.find(({ routeId }) => routeId === PAGE)?.search as DesignSearch | undefined) ?? {}
  const ask = (part: DesignSearch) => {
    history.set(recorded(history.read(), current(), { part, atMs: now() }))
    change(part)
  }
  const step = (from: 'past' | 'future') => {
    const found = stepped(history.read(), from, current())
    if (found === undefined) return
    history.set(found.history)
    change(found.asked)
  }
  return (
    <DesignerStateContext value={{ conjunctionId, ask, step, history, draggedLead }}>{children}</DesignerStateContext>
  )
}

/** Returns the functions and stores of the designer. */
export function useDesignerState(): DesignerState {
  const state = use(DesignerStateContext)
  if (state === undefined) throw new Error('There is no designer around this.')
  return state
}

/** True if there is a step to undo, or to redo. */
export function useHasStep(from: 'past' | 'future'): boolean {
  const { history } = useDesignerState()
  const steps = useStorePart(history, (all) => all[from])
  return useSearchPart((search) => stepsLeft(steps, search).length > 0)
}

/** Returns a part of the search parameters; the component is drawn again only when this part changes. */
export function useSearchPart<T>(partOf: (search: DesignSearch) => T): T {
  const last = useRef<T>(undefined)
  const select = (search: DesignSearch): unknown => {
    last.current = replaceEqualDeep(last.current, partOf(search))
    return last.current
  }
  // The router requires a JSON type for the selected value, which TypeScript cannot derive for a type parameter.
  return useSearch({ from: PAGE, select }) as unknown as T
}

/** Returns a part of the design in the address; the component is drawn again only when this part changes. */
export function useDesign<T>(partOf: (design: Design) => T): T {
  const { designCase } = useDesignedEvent()
  return useSearchPart((search) => partOf(designOf(search, designCase.acceptedProbability, designCase)))
}
