import { loadKernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import type { ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import type { Screening, Span } from '@apsis/astro/screening/screening-object.ts'
import { sweep } from '@apsis/astro/screening/sweep.ts'
import { type KernelBuild, WASM_ENGINE } from './host.ts'
import { readKernel } from './kernel-file.ts'

export interface Running {
  /** Default: as many as the machine has processors. */
  readonly threads?: number
  readonly signal?: AbortSignal
  /** Called after each task of windows: how many are done, and of how many. */
  readonly onProgress?: (done: number, total: number) => void
  /** Only this part of the interval; default: all of it. */
  readonly span?: Span
  /** Default: the best that this Node can run. */
  readonly build?: KernelBuild
}

/** All encounters of a screening, or of a part of its interval. */
export async function screen(screening: Screening, running: Running = {}): Promise<ScreeningResult> {
  const models = screening.objects.map(({ flight, id }) => {
    if (flight.kind !== 'elements') throw new RangeError(`${id} flies by an ephemeris`)
    return flight.model
  })
  const kernel = { engine: WASM_ENGINE, bytes: await readKernel(running.build) }
  const catalogue = await loadKernelCatalogue(kernel, models, screening.start)
  return sweep(catalogue, screening)
}
