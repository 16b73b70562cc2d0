import type { WasmEngine } from '@apsis/astro/kernel/engine.ts'
import { type KernelCatalogue, loadKernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import { writeStates } from '@apsis/astro/space/state-set.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { modelOf } from './model-of.ts'

/** A question of the page: first that a catalogue is opened, then sets of states. The memory of a set comes from the page, and goes back to it. */
export type StatesQuestion =
  | { readonly kind: 'open'; readonly columns: CatalogueElements; readonly kernel: ArrayBuffer }
  | { readonly kind: 'set'; readonly atMs: number; readonly set: ArrayBuffer }

/** Memory that is transferred is never copied. */
export type StatesAnswer =
  | { readonly kind: 'opened'; readonly size: number }
  | {
      readonly kind: 'set'
      readonly atMs: number
      readonly set: ArrayBuffer
      readonly missing: number
    }
  | { readonly kind: 'failure'; readonly reason: string }

/** A catalogue that is ready to be propagated, in the thread that does it. */
type CatalogueStates = {
  readonly size: number
  /** Writes the states of all objects at a time to a set, and returns the number of objects without one. */
  readonly write: (atMs: number, set: ArrayBuffer) => number
}

/** Opens the catalogue as it was answered, in a new instance of the kernel; `atMs` are milliseconds of UTC since 1970. */
async function openCatalogueStates(
  columns: CatalogueElements,
  kernel: { readonly engine: WasmEngine; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<CatalogueStates> {
  const origin = parseTime(columns.origin)
  const models = columns.noradId.map((_, k) => modelOf(columns, k, origin))
  const catalogue: KernelCatalogue = await loadKernelCatalogue(kernel, models, origin)
  return {
    size: catalogue.size,
    write: (atMs, set) => writeStates(catalogue, secondsBetween(origin, parseTime(new Date(atMs).toISOString())), set),
  }
}

let states: CatalogueStates | undefined

async function answer(question: StatesQuestion): Promise<StatesAnswer> {
  if (question.kind === 'set') {
    if (states === undefined) throw new TypeError('There is no catalogue yet.')
    const { atMs, set } = question
    return { kind: 'set', atMs, set, missing: states.write(atMs, set) }
  }
  const engine: WasmEngine = WebAssembly
  states = await openCatalogueStates(question.columns, { engine, bytes: new Uint8Array(question.kernel) })
  return { kind: 'opened', size: states.size }
}

// Questions are answered one after the other, in their order.
let before = Promise.resolve()
addEventListener('message', ({ data }: MessageEvent<StatesQuestion>) => {
  before = before
    .then(() => answer(data))
    .catch((failure: unknown): StatesAnswer => {
      return { kind: 'failure', reason: failure instanceof Error ? failure.message : String(failure) }
    })
    .then((said) => postMessage(said, said.kind === 'set' ? { transfer: [said.set] } : {}))
})
