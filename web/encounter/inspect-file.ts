import type { UploadExpectation } from '@apsis/ccsds/ephemeris/check-upload.ts'
import { startThread } from '../site/own-thread.ts'
import type { Inspection } from './inspect.ts'
import workerUrl from './inspect-worker.ts?worker&url'

type Answer = { readonly inspection?: Inspection; readonly failure?: string }

/** Inspects a file in a separate thread, so that the page responds meanwhile; nothing is sent to a server. */
export function inspectFile(file: Blob, expectation: UploadExpectation, signal?: AbortSignal): Promise<Inspection> {
  const worker = startThread(workerUrl)
  return new Promise<Inspection>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) =>
      data.inspection ? resolve(data.inspection) : reject(new Error(data.failure))
    worker.onerror = ({ message }) => reject(new Error(message || 'The file could not be inspected here.'))
    signal?.addEventListener('abort', () => reject(signal.reason))
    worker.postMessage({ file, expectation })
  }).finally(() => worker.terminate())
}
