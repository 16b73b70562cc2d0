import type { UploadExpectation } from '@apsis/ccsds/ephemeris/check-upload.ts'
import type { Inspection } from './inspect.ts'
import workerUrl from './inspect-worker.ts?worker&url'

type Answer = { readonly inspection?: Inspection; readonly failure?: string }

/** Inspects a file in a thread of its own, so that the page answers meanwhile; nothing is sent anywhere. */
export function inspectFile(file: Blob, expectation: UploadExpectation, signal?: AbortSignal): Promise<Inspection> {
  const worker = new Worker(trusted(workerUrl), { type: 'module' })
  return new Promise<Inspection>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) =>
      data.inspection ? resolve(data.inspection) : reject(new Error(data.failure))
    worker.onerror = ({ message }) => reject(new Error(message || 'The file could not be inspected here.'))
    signal?.addEventListener('abort', () => reject(signal.reason))
    worker.postMessage({ file, expectation })
  }).finally(() => worker.terminate())
}

type Policy = { readonly createScriptURL: (url: string) => string }
type Factory = { readonly createPolicy: (name: string, rules: Policy) => Policy }

let policy: Policy | undefined

/** The content security policy lets a thread be started only from an address that was vouched for: this one alone. */
function trusted(url: string): string {
  const factory: Factory | undefined = Reflect.get(globalThis, 'trustedTypes')
  policy ??= factory?.createPolicy('apsis#worker', {
    createScriptURL: (given) => {
      if (given !== workerUrl) throw new TypeError(`${given} is no thread of this application.`)
      return given
    },
  })
  return policy ? policy.createScriptURL(url) : url
}
