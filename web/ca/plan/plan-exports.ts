import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { listManoeuvres, type Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Naming } from '../../shell/status/people.ts'
import type { PaneExports } from '../../ui/page/pane-menu.tsx'
import { tableOfPlans, tableOfScreening } from './plan-csv.ts'

/** Returns the exports of a list of plans, which are the same in every place. */
export const exportsOfPlans = (
  { conjunctionId, object1 }: Conjunction,
  plans: readonly Plan[] | undefined,
  nameOf: Naming['nameOf'],
): PaneExports => ({
  csv: { name: `plans-${object1.name}`, table: () => tableOfPlans(plans ?? [], () => object1.name, nameOf) },
  call: { method: 'GET', path: listManoeuvres.path, query: { 'conjunction-id': conjunctionId } },
})

export const exportsOfScreening = ({ name, screening }: Plan): PaneExports =>
  screening === null ? {} : { csv: { name: `${name}-screening`, table: () => tableOfScreening(screening) } }
