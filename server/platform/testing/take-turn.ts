import { recurringWorks, trackingWork } from '../../recurring-works.ts'
import type { RecurringWork } from '../jobs/recurring-work.ts'
import type { TestApi } from './test-api.ts'

/** Runs recurring work once for an organisation, as a worker does; if there is nothing to do, nothing changes. */
export async function takeTurn(
  { api, config, log }: TestApi,
  name: RecurringWork['name'],
  organisation: string,
): Promise<void> {
  const work = [...recurringWorks(config), trackingWork(config)].find((one) => one.name === name)
  if (work === undefined) throw new Error(`There is no work ${name}.`)
  const { db, queue, now } = api.platform
  await work.turn({ db, queue, log, now, signal: new AbortController().signal }, `organisation:${organisation}`)
}
