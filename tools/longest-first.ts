import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ROOT } from './step.ts'

/**
 * The server tests and journeys that take longest, by their times in `npm test`: a file of a minute that begins last is
 * waited for by all processors but one. Vitest knows the times of files only where it has run them before.
 */
const LONGEST = [
  'server/platform/http/policy.test.ts',
  'server/installation/npm-start.test.ts',
  'server/installation/scale-out.test.ts',
  'server/delivery/campaign.test.ts',
  'server/installation/parts.test.ts',
  'server/ca/manoeuvre/plan-kill.test.ts',
  'server/odt/callback/provider-kill.test.ts',
  'identity/guard/guard.db.test.ts',
  'server/start.test.ts',
  'server/odt/request/request-kill.test.ts',
  'server/platform/http/bind.test.ts',
  'server/platform/http/slow-body.test.ts',
  'e2e/shell/tables.e2e.ts',
  'e2e/docs/samples.e2e.ts',
  'e2e/odt/burn-tracks.e2e.ts',
  'e2e/ca/manoeuvre.e2e.ts',
  'e2e/ca/conjunctions.e2e.ts',
  'e2e/account/escalation.e2e.ts',
  'e2e/ca/estimates.e2e.ts',
  'e2e/account/quiet.e2e.ts',
  'e2e/docs/docs.e2e.ts',
  'e2e/dev/kitchensink.e2e.ts',
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
