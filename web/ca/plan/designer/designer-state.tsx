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

/** The number of a message that is expected, and the time when it is. */
export type NextMessage = { readonly number: number; readonly atMs: number }

/** The event that a burn is designed for, and the data about it; none of it changes while somebody types. */
export type DesignedEvent = {
  readonly conjunction: Conjunction
  readonly satellite: Satellite
  /** The message that counts. */
  readonly message: NumberedMessage
  /** The contacts from now to the closest approach. */
  readonly contacts: SatelliteContacts
  /** True if they could not be read, which is reported above. */
  readonly isUnread: boolean
  /** The next message of the event, if its rhythm continues; undefined where none is expected before TCA. */
  readonly nextMessage: NextMessage | undefined
  readonly designCase: DesignCase
}

export const DesignedEventContext = createContext<DesignedEvent | undefined>(undefined)

/** Returns the event that a burn is designed for. */
export function useDesignedEvent(): DesignedEvent {
  const event = use(DesignedEventContext)
  if (event === undefined) throw new Error('There is no designer around this.')
  return event
}

/** The functions and stores of a designer: they stay the same objects as long as it is open. */
type DesignerState = {
  readonly conjunctionId: string
  /** Changes a part of the question in the address, with undo: a dragged, picked, typed, chosen or pinned value. */
  readonly ask: (part: DesignSearch) => void
  readonly step: (from: 'past' | 'future') => void
  readonly history: Store<DesignHistory>
  /** The start of the burn while it is dragged over the map, in revolutions before TCA; undefined while none is. */
  readonly draggedLead: Store<number | undefined>
}

export const DesignerStateContext = createContext<DesignerState | undefined>(undefined)

type ProviderProps = React.PropsWithChildren<{ readonly conjunctionId: string }>

/** Holds the state of a designer that is not in the address. */
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

/** Returns a part of the question in the address; the component is drawn again only when this part changes. */
export function useSearchPart<T>(partOf: (search: DesignSearch) => T): T {
  const last = useRef<T>(undefined)
  const select = (search: DesignSearch): unknown => {
    last.current = replaceEqualDeep(last.current, partOf(search))
    return last.current
  }
  // The router types what may be selected as JSON, which a parameter of a type is not known to be.
  return useSearch({ from: PAGE, select }) as unknown as T
}

/** Returns a part of what the address asks of the event; the component is drawn again only when this part changes. */
export function useDesign<T>(partOf: (design: Design) => T): T {
  const { designCase } = useDesignedEvent()
  return useSearchPart((search) => partOf(designOf(search, designCase.acceptedProbability, designCase)))
}
