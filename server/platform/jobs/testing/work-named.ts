import { recurringWorks } from '../../../recurring-works.ts'
import { readConfig } from '../../config.ts'
import { PROJECT_DIR } from '../../process/version.ts'
import type { RecurringWork } from '../recurring-work.ts'

/** Returns a recurring work with default settings, for a test that has to run the work of another domain. */
export function workNamed(name: RecurringWork['name']): RecurringWork {
  const found = recurringWorks(readConfig({}, PROJECT_DIR)).find((work) => work.name === name)
  if (found === undefined) throw new RangeError(`No recurring work is named ${name}.`)
  return found
}
