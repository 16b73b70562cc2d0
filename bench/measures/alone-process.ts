import { screen } from '@apsis/engine/screen.ts'
import { readWholeCatalogue, screeningOf } from '../screening/catalogue.ts'
import type { AloneResult, AloneTask } from './alone.ts'
import { againstCatalogue } from './one-object.ts'

process.once('message', (task: AloneTask) => {
  void work(task)
})

async function work({ durationS, threads, primary }: AloneTask): Promise<void> {
  const all = screeningOf(readWholeCatalogue(), durationS)
  const screening = primary === undefined ? all : againstCatalogue(all, primary)
  const beforeMiB = peakMiB()
  const began = performance.now()
  const { encounters } = await screen(screening, { threads })
  const result: AloneResult = {
    seconds: (performance.now() - began) / 1000,
    peakMiB: peakMiB(),
    beforeMiB,
    encounters: encounters.length,
  }
  process.send?.(result)
}

function peakMiB(): number {
  return process.resourceUsage().maxRSS / 1024
}
