import { parentPort } from 'node:worker_threads'
import type { AssessOrder, AssessReply } from './assess-order.ts'
import { deriveCdm } from './derive-cdm.ts'

// A thread that assesses one message after the other: where the conjunction plane does not hold, that takes seconds.

parentPort?.on('message', (order: AssessOrder) => parentPort?.postMessage(answer(order)))

function answer({ id, message, own }: AssessOrder): AssessReply {
  try {
    return { id, derived: deriveCdm(message, own), error: null }
  } catch (error) {
    // It has no geometry; anything else is a fault of ours, and ends the thread.
    if (!(error instanceof RangeError)) throw error
    return { id, derived: null, error: error.message }
  }
}
