import { useEffect, useState } from 'react'
import { startThread } from '../../site/own-thread.ts'
import type { CloudQuestion, FragmentCloud } from './fragment-cloud.ts'
import type { CloudAnswer } from './fragments-worker.ts'
import workerUrl from './fragments-worker.ts?worker&url'

export type Fragments =
  | { readonly kind: 'none' }
  | { readonly kind: 'modelling' }
  | { readonly kind: 'ready'; readonly cloud: FragmentCloud; readonly atMs: number }
  | { readonly kind: 'failed'; readonly reason: string }

export type CloudAt = CloudQuestion & { readonly atMs: number }

/** Models the fragments of a breakup in a thread of its own, anew for another question. */
export function useFragments(question: CloudAt | undefined): Fragments {
  const [fragments, setFragments] = useState<Fragments>({ kind: 'none' })
  useEffect(() => {
    if (question === undefined) {
      setFragments({ kind: 'none' })
      return undefined
    }
    const { atMs, ...asked } = question
    setFragments({ kind: 'modelling' })
    const thread = startThread(workerUrl)
    const fail = (reason: string) => setFragments({ kind: 'failed', reason })
    thread.onmessage = ({ data }: MessageEvent<CloudAnswer>) => {
      if ('failure' in data) fail(data.failure)
      else setFragments({ kind: 'ready', cloud: data.cloud, atMs })
      thread.terminate()
    }
    thread.onerror = ({ message }) => fail(message || 'The thread of the fragments stopped.')
    thread.postMessage(asked)
    return () => thread.terminate()
  }, [question])
  return fragments
}
