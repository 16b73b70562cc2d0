import type { WasmEngine } from '@apsis/astro/kernel/engine.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { type CatalogueStates, openCatalogueStates } from './catalogue-states.ts'

/** What the page asks: first that a catalogue is opened, then sets of states. The memory of a set comes from the page, and goes back to it. */
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
