import { standingWorks } from '../../../standing-works.ts'
import { readConfig } from '../../config.ts'
import { PROJECT_DIR } from '../../process/version.ts'
import type { StandingWork } from '../standing-work.ts'

/** Returns a work as the worker has it without settings: for a test that needs a turn of the work of another domain. */
export function workNamed(name: StandingWork['name']): StandingWork {
  const found = standingWorks(readConfig({}, PROJECT_DIR)).find((work) => work.name === name)
  if (found === undefined) throw new RangeError(`No standing work is named ${name}.`)
  return found
}
