import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { expect } from 'vitest'
import type { Call } from '../../ca/testing/own-satellite.ts'

/** The worker makes the demo's history, which has ten tracks; on a busy machine that takes minutes. */
const MADE_WITHIN = { timeout: 240_000, interval: 3_000 }

export type FilePair = { readonly requestId: string; readonly files: readonly [ObservationReport, ObservationReport] }

/** Returns two files of one request of the demo, both with magnitudes; waits until the demo's history has such files. */
export async function pairOf(call: Call): Promise<FilePair> {
  let found: FilePair | undefined
  await expect
    .poll(async () => {
      found = await findPair(call)
      return found !== undefined
    }, MADE_WITHIN)
    .toBe(true)
  if (found === undefined) throw new Error('no request of the demo has two files with magnitudes')
  return found
}

async function findPair(call: Call): Promise<FilePair | undefined> {
  const all = await call<Observation[]>('GET', '../odt/observations?limit=1000')
  const byRequest = Map.groupBy(all, ({ observationRequestId }) => observationRequestId)
  for (const [requestId, files] of byRequest) {
    const [first, second] = files
    if (requestId === null || first === undefined || second === undefined) continue
    const read = (file: Observation) =>
      call<ObservationReport>('GET', `../odt/observations/report/${file.observationFileId}`)
    const pair = [await read(first), await read(second)] as const
    if (pair.every((one) => one.numberOfMagnitudeMeasurements > 0 && !one.isUncorrelated))
      return { requestId, files: pair }
  }
  return undefined
}
