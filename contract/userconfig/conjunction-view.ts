import { z } from 'zod'

/**
 * The parameters that a view stores from the address of the list of conjunctions. Stored views contain these names, so names may be added but not
 * removed.
 */
export const VIEW_PARAMETERS = [
  ...(['tab', 'level', 'satellite', 'group', 'type', 'pc', 'min-pc', 'max-miss', 'max-r', 'originator'] as const),
  ...(['own', 'q', 'window', 'from', 'to', 'plot', 'scale', 'sort', 'columns', 'by', 'fold'] as const),
] as const

export const MOST_VIEWS = 50
export const LONGEST_VIEW_NAME_CHARACTERS = 60
/** A filter may name hundreds of satellites. */
const LONGEST_VALUE_CHARACTERS = 4_000
const printable = /^\P{Cc}*$/u
const NO_CONTROL_CHARACTERS = 'must not contain control characters'

export const EXAMPLE_VIEW = { name: 'Night shift', search: { level: 'CRITICAL,HIGH', by: 'satellite', sort: '-pc' } }

const ConjunctionView = z
  .strictObject({
    name: z.string().trim().min(1).max(LONGEST_VIEW_NAME_CHARACTERS).regex(printable, NO_CONTROL_CHARACTERS),
    search: z
      .partialRecord(
        z.enum(VIEW_PARAMETERS),
        z.string().max(LONGEST_VALUE_CHARACTERS).regex(printable, NO_CONTROL_CHARACTERS),
      )
      .meta({ description: 'Parameters in the address of the list: filters, order, groups, columns and plot' }),
  })
  .meta({
    id: 'ConjunctionView',
    description: 'What the list of conjunctions shows, and how, under a name',
    examples: [EXAMPLE_VIEW],
  })
export type ConjunctionView = z.output<typeof ConjunctionView>

export const ConjunctionViews = z
  .array(ConjunctionView)
  .max(MOST_VIEWS)
  .superRefine((views, context) => {
    const first = new Map<string, number>()
    for (const [place, { name }] of views.entries()) {
      const before = first.get(name)
      if (before === undefined) first.set(name, place)
      else context.addIssue({ code: 'custom', path: [place, 'name'], message: `is the name of view ${before} already` })
    }
  })
  .meta({ description: 'Views of the list of conjunctions, each with another name' })
