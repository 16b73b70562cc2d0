import { ApiProblem } from '../../../api/problem.ts'
import { readAgain } from '../../../api/queries.ts'
import { now } from '../../../clock/clock.ts'
import { raise } from '../../../notifications/notifications.ts'
import { raisedBy } from '../../../notifications/raised-by.ts'
import { KEYS } from '../../event/queries.ts'
import { saveSatellite } from '../satellite-query.ts'
import type { BulkSave } from './bulk-plan.ts'
import { type BulkRun, bulk } from './bulk-run.ts'
import { assetsWords } from './words.data.ts'

const TOO_MANY_REQUESTS_STATUS = 429
const BUSY_STATUS = 503
/** By default the server allows 60 writes at once and one more per second: this pace leaves room for other writes. */
export const PACE = { burst: 40, pauseMs: 1_200 }

/** Saves each satellite over the version that was read; it continues while other screens are shown. */
export function startBulk(saves: readonly BulkSave[], isUndo = false): void {
  void bulk.start(
    { saves, startedMs: now(), isUndo },
    {
      save: async ({ id, input, version }) => (await saveSatellite(id, input, version)).version,
      waitMs: (failure) =>
        failure instanceof ApiProblem && (failure.code === TOO_MANY_REQUESTS_STATUS || failure.code === BUSY_STATUS)
          ? PACE.pauseMs
          : undefined,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      pace: PACE,
      onEnd: tell,
    },
  )
}

function tell({ saves, outcomes }: BulkRun): void {
  for (const queryKey of [KEYS.satellites, KEYS.conjunctions]) void readAgain({ queryKey })
  const all = [...outcomes.values()]
  const saved = all.filter(({ kind }) => kind === 'saved').length
  const title = assetsWords('bulkPartly', { saved, all: saves.length })
  const failure = all.find((one) => one.kind === 'failed')
  if (failure?.kind === 'failed') raise({ ...raisedBy(failure.why), title })
  else raise({ title: assetsWords('bulkReport'), message: title })
}
