import { parentPort, workerData } from 'node:worker_threads'

// Sends a request from a thread of its own, so that encoding a large body does not delay the measurement.

export type Sending = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
  readonly limitMs: number
}

const { url, headers, body, limitMs } = workerData as Sending
parentPort?.once('message', async () => {
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(limitMs) })
    parentPort?.postMessage(`${response.status} ${(await response.text()).length} B`)
  } catch (error) {
    parentPort?.postMessage(error instanceof Error ? error.name : String(error))
  }
})
