import { relative } from 'node:path'
import { env } from 'node:process'
import { test } from 'vitest'
import { PROJECT_DIR } from '../process/version.ts'

/**
 * Returns `test` for a file that kills processes while they work. `npm test` selects two of these files
 * (tools/draw.ts) and names them in APSIS_TEST_KILLS: the tests of the others are skipped. If none is named, as in a
 * campaign or when somebody runs one file, all tests run.
 */
export function killTestIn(file: string) {
  const drawn = env.APSIS_TEST_KILLS?.split(',')
  return test.skipIf(drawn !== undefined && !drawn.includes(relative(PROJECT_DIR, file)))
}
