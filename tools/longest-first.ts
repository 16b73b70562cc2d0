import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ROOT } from './step.ts'

/**
 * The server tests that take longest, by their times in `npm test`: a file of a minute that begins last is
 * waited for by all processors but one. Vitest knows the times of files only where it has run them before.
 */
const LONGEST = [
  'server/policy.test.ts',
  'server/npm-start.test.ts',
  'server/scale-out.test.ts',
  'server/deliveries.test.ts',
  'server/parts.test.ts',
  'server/ca/manoeuvre/plan-kill.test.ts',
  'server/odt/callback/provider-kill.test.ts',
  'identity/guard/guard.db.test.ts',
  'server/start.test.ts',
  'server/odt/request/request-kill.test.ts',
  'server/platform/http/bind.test.ts',
  'server/platform/http/slow-body.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.indexOf(relative(ROOT, moduleId))
      return place === -1 ? LONGEST.length : place
    }
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
