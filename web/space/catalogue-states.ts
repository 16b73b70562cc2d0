import type { WasmEngine } from '@apsis/astro/kernel/engine.ts'
import { type KernelCatalogue, loadKernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import { fromPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { writeStates } from '@apsis/astro/space/state-set.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'

/** A catalogue that is ready to be propagated, in the thread that does it. */
export type CatalogueStates = {
  readonly size: number
  /** Writes the states of all objects at a time to a set, and returns the number of objects without one. */
  readonly write: (atMs: number, set: ArrayBuffer) => number
}

/** Opens the catalogue as it was answered, in a new instance of the kernel; `atMs` are milliseconds of UTC since 1970. */
export async function openCatalogueStates(
  columns: CatalogueElements,
  kernel: { readonly engine: WasmEngine; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<CatalogueStates> {
  const origin = parseTime(columns.origin)
  const catalogue: KernelCatalogue = await loadKernelCatalogue(kernel, modelsOf(columns, origin), origin)
  return {
    size: catalogue.size,
    write: (atMs, set) => writeStates(catalogue, secondsBetween(origin, parseTime(new Date(atMs).toISOString())), set),
  }
}

function modelsOf(columns: CatalogueElements, origin: Epoch): Sgp4Model[] {
  return columns.noradId.map((noradId, k) =>
    initSgp4(
      fromPublished({
        ...UNSAID,
        noradId,
        epoch: addSeconds(origin, columns.epochS[k] ?? Number.NaN),
        meanMotionRevPerDay: columns.meanMotionRevPerDay[k] ?? Number.NaN,
        eccentricity: columns.eccentricity[k] ?? Number.NaN,
        inclinationDeg: columns.inclinationDeg[k] ?? Number.NaN,
        raanDeg: columns.raanDeg[k] ?? Number.NaN,
        argPeriapsisDeg: columns.argPeriapsisDeg[k] ?? Number.NaN,
        meanAnomalyDeg: columns.meanAnomalyDeg[k] ?? Number.NaN,
        bstar: columns.bstar[k] ?? Number.NaN,
      }),
    ),
  )
}
