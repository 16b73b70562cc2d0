import { parentPort, workerData } from 'node:worker_threads'
import { type KernelCatalogue, loadKernel, openCatalogue } from '@apsis/astro/kernel/kernel.ts'
import type { PackedCatalogue } from '@apsis/astro/kernel/packed.ts'
import { motionAt } from '@apsis/astro/screening/flight.ts'
import { type KernelSweep, makeKernelSweep } from '@apsis/astro/screening/kernel-sweep.ts'
import { WASM_ENGINE } from './host.ts'
import { type Equipment, type Message, type Order, packAnswer } from './task.ts'

// A thread of a screener (screener.ts): it opens the catalogue once, and answers each task with the encounters that it found.
const kernel = await loadKernel({ engine: WASM_ENGINE, bytes: (workerData as Equipment).kernel })
let loaded: { readonly catalogue: KernelCatalogue; readonly packed: PackedCatalogue } | undefined
let sweep: KernelSweep | undefined

function makeSweep({ others, limits, ...rest }: Order): KernelSweep {
  if (loaded === undefined) throw new Error('an order came before its catalogue')
  const { catalogue, packed } = loaded
  const motions = others.map((object) => motionAt(object, packed.origin))
  return makeKernelSweep({ catalogue, others: motions, ...rest }, limits)
}

parentPort?.on('message', (message: Message) => {
  if (message.kind === 'catalogue') {
    loaded = { catalogue: openCatalogue(kernel, message.packed), packed: message.packed }
  } else if (message.kind === 'order') {
    sweep = makeSweep(message.order)
  } else {
    if (sweep === undefined) throw new Error('a task came before its order')
    const answer = packAnswer(sweep.screen(message.span))
    parentPort?.postMessage(answer, [answer.numbers.buffer as ArrayBuffer])
  }
})
