import { parentPort, workerData } from 'node:worker_threads'
import { openKernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import { stateOf } from '@apsis/astro/screening/flight.ts'
import { type KernelSweep, makeKernelSweep } from '@apsis/astro/screening/kernel-sweep.ts'
import { WASM_ENGINE } from './host.ts'
import { type Equipment, type Message, packAnswer } from './task.ts'

// A thread of a screener (screener.ts): it opens the catalogue once, and answers each task with what it found.
const { kernel, packed } = workerData as Equipment
const catalogue = await openKernelCatalogue({ engine: WASM_ENGINE, bytes: kernel }, packed)
let sweep: KernelSweep | undefined

parentPort?.on('message', (message: Message) => {
  if (message.kind === 'order') {
    const { others, limits, ...rest } = message.order
    const motions = others.map((object) => stateOf(object, packed.origin))
    sweep = makeKernelSweep({ catalogue, others: motions, ...rest }, limits)
    return
  }
  if (sweep === undefined) throw new Error('a task came before its order')
  const answer = packAnswer(sweep.screen(message.span))
  parentPort?.postMessage(answer, [answer.numbers.buffer as ArrayBuffer])
})
