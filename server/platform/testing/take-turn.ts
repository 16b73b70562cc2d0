import { standingWorks, trackingWork } from '../../standing-works.ts'
import type { StandingWork } from '../jobs/standing-work.ts'
import type { TestApi } from './test-api.ts'

/** Runs one turn of standing work for an organisation, as a worker does; a turn without anything to do changes nothing. */
export async function takeTurn(
  { api, config, log }: TestApi,
  name: StandingWork['name'],
  organisation: string,
): Promise<void> {
  const work = [...standingWorks(config), trackingWork(config)].find((one) => one.name === name)
  if (work === undefined) throw new Error(`There is no work ${name}.`)
  const { db, queue, now } = api.platform
  await work.turn({ db, queue, log, now, signal: new AbortController().signal }, `organisation:${organisation}`)
}
