/** How many tolerances of a file have no name yet. No other file may have one, and the list only becomes shorter. */
export const LITERAL_TOLERANCES_LEFT: Readonly<Record<string, number>> = {
  'server/ca/manoeuvre/blackout/watch-blackouts.test.ts': 1,
  'server/ca/manoeuvre/drag/drag-plan.test.ts': 2,
  'server/ca/manoeuvre/execution/check-work.test.ts': 3,
  'server/ca/manoeuvre/execution/judge-sets.test.ts': 1,
  'server/ca/manoeuvre/execution/measure-task.test.ts': 2,
  'server/ca/manoeuvre/file.service.test.ts': 2,
  'server/ca/manoeuvre/left-out/left-out.test.ts': 1,
  'server/ca/manoeuvre/manoeuvre.test.ts': 14,
  'server/ca/manoeuvre/mitigation.test.ts': 1,
  'server/ca/manoeuvre/stated-error.test.ts': 5,
}
