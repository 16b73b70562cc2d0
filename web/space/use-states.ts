import { getCatalogueElements } from '@apsis/contract/tle/catalogue.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { now } from '../clock/clock.ts'
import { readShownTime, shownAt } from '../clock/shown-time.ts'
import { createSignal, type Signal } from '../ui/store/store.ts'
import { openSpaceCatalogue, type SpaceCatalogue } from './space-catalogue.ts'
import { createStateClock, type StateClock } from './state-clock.ts'
import { openStateSource, type PreparedThread, prepareThread } from './state-source.ts'

/** Reads the newest element set of every object; orbits that are a quarter of an hour older are the same on a screen. */
export const catalogueQuery = queryOptions({
  queryKey: ['tle', 'catalogue', 'elements'],
  queryFn: ({ signal }) => call(getCatalogueElements, {}, signal),
  staleTime: 15 * 60_000,
})

/** The state of the thread that computes the positions. */
export type ThreadState =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'ready'
      readonly clock: StateClock
      readonly arrival: Pick<Signal, 'subscribe'>
      /** The catalogue whose states it computes; a page may have the next one already. */
      readonly columns: SpaceCatalogue['columns']
    }
  /** The thread ended; `atMs` is the time that was shown then, and is still drawn. */
  | { readonly kind: 'dead'; readonly reason: string; readonly atMs: number }

/** Returns the catalogue, and the thread that computes its positions as long as the page is shown. */
export function useStates() {
  const query = useQuery(catalogueQuery)
  const { data } = query
  const catalogue = useMemo(() => data && openSpaceCatalogue(data), [data])
  const [turn, setTurn] = useState(0)
  const thread = useStateThread(catalogue, turn)
  return { query, catalogue, thread, startAgain: () => setTurn(turn + 1) }
}

/** Returns a thread that computes the positions of a catalogue, another one for another turn. */
export function useStateThread(catalogue: SpaceCatalogue | undefined, turn: number): ThreadState {
  const [state, setState] = useState<ThreadState>({ kind: 'opening' })
  const prepared = useRef<PreparedThread>(undefined)
  useEffect(() => {
    prepared.current = prepareThread()
    return () => {
      prepared.current?.thread.terminate()
      prepared.current = undefined
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn opens another thread.
  useEffect(() => {
    if (catalogue === undefined || catalogue.size === 0) return undefined
    let isLeft = false
    let close = () => {}
    const arrival = createSignal()
    const die = (reason: string) => {
      if (!isLeft) setState({ kind: 'dead', reason, atMs: shownAt(readShownTime(), now()) })
    }
    setState({ kind: 'opening' })
    const thread = prepared.current ?? prepareThread()
    prepared.current = undefined
    openStateSource(catalogue.columns, thread).then(
      (source) => {
        const clock = createStateClock(source, { onArrival: arrival.tell, onDeath: die })
        close = () => {
          clock.close()
          source.close()
        }
        if (isLeft) close()
        else setState({ kind: 'ready', clock, arrival, columns: catalogue.columns })
      },
      (failure: unknown) => die(failure instanceof Error ? failure.message : String(failure)),
    )
    return () => {
      isLeft = true
      close()
    }
  }, [catalogue, turn])
  return state
}
