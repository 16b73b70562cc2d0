import { useEffect, useRef, useState } from 'react'
import { startThread } from '../../site/own-thread.ts'
import type { NumberedAnswer } from './flat-worker.ts'
import workerUrl from './flat-worker.ts?worker&url'
import type { SeriesAnswer, SeriesQuestion } from './series.ts'

/** A question with its key: two questions of the same key have the same answer. */
export type KeyedQuestion<K extends SeriesQuestion['kind']> = {
  readonly key: string
  readonly question: Extract<SeriesQuestion, { kind: K }>
}

/** The newest answer, the question that it belongs to, and whether another one is being computed. */
export type SeriesState<Q, K extends SeriesQuestion['kind']> =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failure'; readonly reason: string; readonly again: () => void }
  | {
      readonly kind: 'ready'
      readonly asked: Q
      readonly series: Extract<SeriesAnswer, { kind: K }>
      readonly isBusy: boolean
    }

/**
 * Returns the series of a plot, computed in a thread of its own while the plot is shown. An answer stays until the next one is there, so that a range
 * that moves on does not empty the plot.
 */
export function useSeries<K extends SeriesQuestion['kind'], Q extends KeyedQuestion<K>>(
  asked: Q | undefined,
): SeriesState<Q, K> {
  const thread = useRef<Worker>(undefined)
  const [state, setState] = useState<SeriesState<Q, K>>({ kind: 'opening' })
  const id = useRef(0)
  const [turn, setTurn] = useState(0)
  const key = asked?.key
  useEffect(
    () => () => {
      thread.current?.terminate()
      thread.current = undefined
    },
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the question, and another turn asks it again.
  useEffect(() => {
    if (asked === undefined) return setState({ kind: 'opening' })
    const fail = (reason: string) => setState({ kind: 'failure', reason, again: () => setTurn(turn + 1) })
    thread.current ??= startThread(workerUrl)
    id.current += 1
    thread.current.onmessage = ({ data }: MessageEvent<NumberedAnswer>) => {
      if (data.id !== id.current) return
      if ('failure' in data) fail(data.failure)
      else setState({ kind: 'ready', asked, series: data.answer as never, isBusy: false })
    }
    thread.current.onerror = ({ message }) => {
      thread.current?.terminate()
      thread.current = undefined
      fail(message || 'the thread of the plot stopped')
    }
    setState((before) => (before.kind === 'ready' ? { ...before, isBusy: true } : { kind: 'opening' }))
    thread.current.postMessage({ id: id.current, question: asked.question })
    return undefined
  }, [key, turn])
  return state
}
