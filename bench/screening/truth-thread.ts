import { loadKernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import { WASM_ENGINE } from '@apsis/engine/host.ts'
import { readKernel } from '@apsis/engine/kernel-file.ts'
import { serveTasks } from '../stage/threads.ts'
import { START } from './catalogue.ts'
import type { TruthWork } from './truth.ts'
import { findTruth, type SpanTruth, type TruthTask } from './truth-span.ts'

serveTasks<TruthWork, TruthTask, SpanTruth>(async ({ models, durationS, thresholdM }) => {
  const catalogue = await loadKernelCatalogue({ engine: WASM_ENGINE, bytes: await readKernel() }, models, START)
  return (task) => findTruth(catalogue, { durationS, thresholdM }, task)
})
